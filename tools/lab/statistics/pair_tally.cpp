#include "tools/lab/statistics/pair_tally.hpp"

#include <cstdio>

namespace gofuda::lab {

namespace {

nlohmann::json mean_json(const Histogram& h) {
  const std::int64_t n = total(h);
  nlohmann::json j{{"pairs", n}, {"mean", nullptr}, {"interval", nullptr}};
  if (n > 0) j["mean"] = mean(h) / 2;
  // Differences that are all the same show no variance to make an interval of.
  if (auto i = mean_interval(h); i && h.size() > 1) j["interval"] = {i->low / 2, i->high / 2};
  return j;
}

std::string signed_number(double x) {
  char text[48];
  std::snprintf(text, sizeof text, "%+.2f", x);
  return text;
}

}  // namespace

PairSide pair_side(const GameRecord& g) {
  PairSide s;
  s.ended = g.outcome != GameResult::fault && g.outcome != GameResult::stopped;
  s.counted = s.ended && g.counted;
  s.half_wins = g.outcome == GameResult::black ? 2 : g.outcome == GameResult::draw ? 1 : 0;
  s.margin2 = s.counted ? g.margin2 : 0;
  return s;
}

void PairTally::add(const PairSide& a, const PairSide& b) {
  ++pairs;
  if (!a.ended || !b.ended) return void(++apart);
  half_wins[0] += a.half_wins, half_wins[1] += b.half_wins;
  ++results[a.half_wins - b.half_wins];
  if (a.counted && b.counted) ++leads[a.margin2 - b.margin2];
}

void PairTally::add(const PairTally& more) {
  pairs += more.pairs, apart += more.apart;
  for (std::size_t s = 0; s < 2; ++s) half_wins[s] += more.half_wins[s];
  for (const auto& [value, games] : more.results) results[value] += games;
  for (const auto& [value, games] : more.leads) leads[value] += games;
}

nlohmann::json differences_json(const PairTally& t) {
  return {{"pairs", t.pairs},
          {"apart", t.apart},
          {"rate_difference", mean_json(t.results)},
          {"lead_difference", mean_json(t.leads)}};
}

std::string difference_text(const nlohmann::json& d, double unit, const char* name) {
  if (d["mean"].is_null()) return "-";
  const std::string out = signed_number(unit * d["mean"].get<double>()) + name;
  if (d["interval"].is_null()) return out;
  return out + "  [" + signed_number(unit * d["interval"][0].get<double>()) + ", " +
         signed_number(unit * d["interval"][1].get<double>()) + "]";
}

}  // namespace gofuda::lab
