#include "tools/lab/plans/tune_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/notation/text.hpp"
#include "scripting/file.hpp"
#include "tools/lab/store/sha256.hpp"
#include "tools/lab/store/sqlite.hpp"
#include "tools/print/build.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;

constexpr const char* kForm = "gofuda-tune-4";
constexpr int kTimesWriting = 20;  // so much longer than to write it lasts what is not kept yet

[[noreturn]] void damaged(const std::string& what) { throw StoreError(1, "it is damaged: " + what); }

json histogram_json(const Histogram& h) {
  json out = json::array();
  for (const auto& [value, games] : h) out.push_back({value, games});
  return out;
}

Histogram read_histogram(const json& j, std::int64_t games) {
  Histogram out;
  std::int64_t left = games;
  for (const json& row : j) {
    const auto n = row.at(1).get<std::int64_t>();
    if (n < 1 || n > left) damaged("more games have a value than there are");
    left -= n, out[row.at(0).get<int>()] += n;
  }
  return out;
}

std::int64_t read_count(const json& j, std::int64_t most) {
  const bool fits = j.is_number_integer() && j.get<std::int64_t>() >= 0 && j.get<std::int64_t>() <= most;
  if (!fits) damaged("it has " + j.dump() + " games of at most " + std::to_string(most));
  return j.get<std::int64_t>();
}

std::string sum_of(json j) {
  j.erase("sum");
  return sha256(j.dump());
}

json values_json(const std::vector<Histogram>& values) {
  json out = json::array();
  for (const Histogram& h : values) out.push_back(histogram_json(h));
  return out;
}

std::vector<Histogram> read_values(const json& j, std::size_t aims, std::int64_t games) {
  if (j.size() != aims) damaged("it has other aims");
  std::vector<Histogram> out;
  for (const json& h : j) out.push_back(read_histogram(h, games));
  return out;
}

json candidate_json(const TuneCandidate& c) {
  return {{"games", c.games}, {"failed", c.failed}, {"dropped", c.dropped}, {"values", values_json(c.values)}};
}

json confirmation_json(const Confirmation& c) {
  json out{{"cell", c.cell}, {"games", c.games}, {"p", c.p}, {"values", values_json(c.values)}};
  out["cards"] = json::array();
  for (const auto& [id, worth] : c.cards) out["cards"].push_back({id, histogram_json(worth)});
  return out;
}

Confirmation read_confirmation(const json& j, const TunePlan& plan) {
  Confirmation c;
  const std::size_t cells = plan.cells.cells.size(), aims = plan.aims.size();
  c.cell = static_cast<std::size_t>(read_count(j.at("cell"), static_cast<std::int64_t>(cells) - 1));
  c.games = read_count(j.at("games"), static_cast<std::int64_t>(plan.confirm));
  c.values = read_values(j.at("values"), aims, c.games);
  c.p = j.at("p").get<std::vector<double>>();
  if (!c.p.empty() && c.p.size() != aims) damaged("it has other aims");
  for (const json& card : j.at("cards"))
    c.cards.emplace_back(card.at(0).get<std::string>(),
                         read_histogram(card.at(1), static_cast<std::int64_t>(plan.deals)));
  return c;
}

TuneResult read_result(const json& j, const TunePlan& plan) {
  TuneResult out;
  out.rounds = static_cast<int>(read_count(j.at("rounds"), kRounds));
  if (j.at("candidates").size() != plan.cells.cells.size()) damaged("it has other sets of rules");
  for (const json& row : j.at("candidates")) {
    TuneCandidate& c = out.candidates.emplace_back();
    c.cell = out.candidates.size() - 1;
    c.games = read_count(row.at("games"), static_cast<std::int64_t>(plan.cells.games));
    c.failed = read_count(row.at("failed"), c.games);
    c.dropped = row.at("dropped").get<std::string>();
    c.values = read_values(row.at("values"), plan.aims.size(), c.games);
  }
  for (const json& row : j.at("confirmations")) out.confirmations.push_back(read_confirmation(row, plan));
  if (out.confirmations.size() > kMostConfirmed) damaged("it has too many candidates on fresh games");
  return out;
}

// " (line 4 is 'games: 100', not 'games: 200')"
std::string first_other_line(const std::string& kept, const std::string& asked) {
  std::istringstream one(kept), other(asked);
  for (int n = 1;; ++n) {
    std::string a, b;
    const bool more_a = !std::getline(one, a).fail(), more_b = !std::getline(other, b).fail();
    if (!more_a && !more_b) return "";
    if (more_a && more_b && a == b) continue;
    const auto said = [](bool there, const std::string& line) {
      return there ? in_quotes(printable(line)) : "its end";
    };
    return " (line " + std::to_string(n) + " is " + said(more_a, a) + ", not " + said(more_b, b) + ")";
  }
}

}  // namespace

TuneFile::TuneFile(std::string path, const TunePlan& plan, std::string rules)
    : path_(std::move(path)), rules_(std::move(rules)), plan_(plan) {}

json TuneFile::race() const {
  return {{"plan", plan_.cells.text}, {"rules", rules_},      {"games", plan_.cells.games},
          {"confirm", plan_.confirm}, {"deals", plan_.deals}, {"program", tools::program_version()}};
}

// Games of another race say nothing of this one.
void TuneFile::check_race(const json& kept) const {
  const json asked = race();
  const auto other = [&](const char* key) { return kept.at(key) != asked.at(key); };
  const auto numbers = [&](const char* key) {
    return " (" + kept.at(key).dump() + ", not " + asked.at(key).dump() + ")";
  };
  std::string what;
  const auto add = [&](const std::string& difference) { what += (what.empty() ? "" : ", ") + difference; };
  if (other("plan")) add("of another plan" + first_other_line(kept.at("plan").get<std::string>(), plan_.cells.text));
  if (other("rules")) add("of other rules");
  for (const char* key : {"games", "confirm", "deals"})
    if (!other("plan") && other(key)) add("with other '" + std::string(key) + "'" + numbers(key));
  if (other("program")) add("by another version of the program");
  if (!what.empty()) throw StoreError(2, "it is a race " + what + "; name another file, or remove it");
}

TuneResult TuneFile::read() const {
  std::error_code none;
  if (std::filesystem::is_directory(path_, none)) throw StoreError(2, "this is a folder; name a file in it");
  std::ifstream in(path_, std::ios::binary);
  if (path_.empty() || (!in && errno == ENOENT)) return {};
  if (!in) throw StoreError(2, std::strerror(errno));
  const std::string text(std::istreambuf_iterator<char>(in), {});
  try {
    const json j = json::parse(text, nullptr, false);
    if (!j.is_object() || j.value("form", json()) != kForm)
      throw StoreError(2, "it is not what this gofuda tune has written; name another file, or remove it");
    check_race(j.at("race"));
    if (j.at("sum") != sum_of(j)) damaged("its sum is not that of what is in it; remove it");
    return read_result(j, plan_);
  } catch (const json::exception&) { damaged("something is missing in it, or is not what it should be; remove it"); }
}

void TuneFile::keep(const TuneResult& r, bool now) {
  const auto start = std::chrono::steady_clock::now();
  if (path_.empty() || (!now && start < next_)) return;
  json j{{"form", kForm}, {"race", race()}, {"rounds", r.rounds}};
  j["candidates"] = json::array(), j["confirmations"] = json::array();
  for (const TuneCandidate& c : r.candidates) j["candidates"].push_back(candidate_json(c));
  for (const Confirmation& c : r.confirmations) j["confirmations"].push_back(confirmation_json(c));
  j["sum"] = sum_of(j);
  if (const std::string wrong = write_file(path_, j.dump() + "\n"); !wrong.empty()) throw StoreError(1, wrong);
  const auto end = std::chrono::steady_clock::now();
  next_ = end + kTimesWriting * (end - start) + std::chrono::milliseconds(500);
}

std::string digest_of(const std::vector<Provenance>& of) {
  std::string all;
  for (const Provenance& p : of)
    for (const auto& [path, hash] : p.files) all += hash + "\n";
  return sha256(all);
}

}  // namespace gofuda::lab
