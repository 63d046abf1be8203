// What the cards did, and what goes with winning.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/lab/report/summary_parts.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;

json both(const std::array<std::int64_t, 2>& n) { return {{"black", n[0]}, {"white", n[1]}}; }

// Games and wins of one side: of those in which it had the card, and of those in which it had not.
struct Comparison {
  std::int64_t wins, games, other_wins, other_games;
  bool tests() const { return games > 0 && other_games > 0; }
  double p() const { return fisher(wins, games, other_wins, other_games); }
};

Comparison more_of(const HolderTally& h) {
  return {h.more.first_wins, h.more.first_games, h.more.second_wins, h.more.second_games};
}

Comparison first_of(const HolderTally& h) {
  return {h.both.first_wins + h.only.first_wins, h.both.games + h.only.first_games,
          h.neither.first_wins + h.only.second_wins, h.neither.games + h.only.second_games};
}

Comparison second_of(const HolderTally& h) {
  auto lost = [](std::int64_t games, std::int64_t wins) { return games - wins; };
  return {lost(h.both.games, h.both.first_wins) + lost(h.only.second_games, h.only.second_wins),
          h.both.games + h.only.second_games,
          lost(h.neither.games, h.neither.first_wins) + lost(h.only.first_games, h.only.first_wins),
          h.neither.games + h.only.first_games};
}

// Gives out the adjusted values in the order in which the tests were listed.
class Adjusted {
 public:
  void list(const Comparison& c) {
    if (c.tests()) raw_.push_back(c.p());
  }
  void list(const std::optional<double>& p) {
    if (p) raw_.push_back(*p);
  }
  void adjust() { adjusted_ = benjamini_hochberg(raw_); }
  std::size_t size() const { return raw_.size(); }
  // p and p_adjusted of the next test; null where there was none.
  void next(bool tested, json& to) {
    to["p"] = to["p_adjusted"] = nullptr;
    if (!tested) return;
    to["p"] = raw_[at_], to["p_adjusted"] = adjusted_[at_];
    ++at_;
  }

 private:
  std::vector<double> raw_, adjusted_;
  std::size_t at_ = 0;
};

void compare(const Comparison& c, const char* name, Adjusted& tests, json& to) {
  to[name] = to[std::string(name) + "_interval"] = nullptr;
  tests.next(c.tests(), to);
  if (!c.tests()) return;
  to[name] = static_cast<double>(c.wins) / static_cast<double>(c.games) -
             static_cast<double>(c.other_wins) / static_cast<double>(c.other_games);
  to[std::string(name) + "_interval"] = interval_json(share_difference(c.wins, c.games, c.other_wins, c.other_games));
}

json side_json(const Comparison& c, Adjusted& tests) {
  json j{{"with", share_json(c.wins, c.games)}, {"without", share_json(c.other_wins, c.other_games)}};
  compare(c, "difference", tests, j);
  return j;
}

json holder_share(const Contrast& c) {
  return share_json(c.first_wins + c.second_games - c.second_wins, c.first_games + c.second_games);
}

json holder_json(const HolderTally& h, Adjusted& tests) {
  json j{{"only", holder_share(h.only)}, {"more", holder_share(h.more)}};
  compare(more_of(h), "effect", tests, j["more"]);
  j["first"] = side_json(first_of(h), tests), j["second"] = side_json(second_of(h), tests);
  return j;
}

json swing_json(const Moments& m, Adjusted& tests) {
  json j{{"plays", m.n}, {"mean", nullptr}, {"interval", interval_json(m.interval())}};
  if (m.n > 0) j["mean"] = m.mean();
  tests.next(m.p().has_value(), j);
  return j;
}

// The most frequent first.
json obstacles_json(const CardTally& c) {
  std::vector<std::pair<std::string, std::int64_t>> sorted(c.obstacles.begin(), c.obstacles.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  json out = json::array();
  for (const auto& [what, times] : sorted) out.push_back({{"reason", what}, {"times", times}});
  return out;
}

}  // namespace

json cards_json(const Provenance& p, const Tally& t, Tests& tests) {
  Adjusted wins, swings;
  for (const CardTally& c : t.cards) {
    for (const HolderTally* h : {&c.when_drawn, &c.when_played})
      wins.list(more_of(*h)), wins.list(first_of(*h)), wins.list(second_of(*h));
    swings.list(c.swing.p());
  }
  wins.adjust(), swings.adjust();
  tests = {wins.size(), swings.size()};
  json out = json::array();
  for (std::size_t i = 0; i < t.cards.size(); ++i) {
    const CardTally& c = t.cards[i];
    json card{{"id", p.cards[i].first}, {"name", p.cards[i].second}};
    card["drawn"] = both(c.drawn), card["played"] = both(c.played), card["unplayable"] = both(c.unplayable);
    card["obstacles"] = obstacles_json(c);
    card["wins_when_drawn"] = holder_json(c.when_drawn, wins);
    card["wins_when_played"] = holder_json(c.when_played, wins);
    card["swing"] = swing_json(c.swing, swings);
    out.push_back(std::move(card));
  }
  return out;
}

}  // namespace gofuda::lab
