#include "tools/lab/plans/tune_file.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/notation/text.hpp"
#include "scripting/file.hpp"
#include "scripting/yaml.hpp"
#include "tools/lab/store/sha256.hpp"
#include "tools/lab/store/sqlite.hpp"
#include "tools/print/build.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;

constexpr const char *kForm = "gofuda-tune-5", *kPartForm = "gofuda-tune-part-2";
constexpr std::size_t kMostRace = std::size_t{64} << 20;  // bytes
constexpr int kTimesWriting = 20;                         // so much longer than to write it lasts what is not kept yet

[[noreturn]] void damaged(const std::string& what) { throw StoreError(1, "it is damaged: " + what); }

json histogram_json(const Histogram& h) {
  json out = json::array();
  for (const auto& [value, games] : h) out.push_back({value, games});
  return out;
}

// Rows of what it is and how many games have it, of so many games; how many of these are left.
template <class F>
std::int64_t read_numbers(const json& j, std::int64_t games, const char* too_many, F&& take) {
  for (const json& row : j) {
    const auto n = row.at(1).get<std::int64_t>();
    if (n < 1 || n > games) damaged(too_many);
    take(row.at(0), n);
    games -= n;
  }
  return games;
}

Histogram read_histogram(const json& j, std::int64_t games) {
  Histogram out;
  read_numbers(j, games, "more games have a value than there are",
               [&](const json& value, std::int64_t n) { out[value.get<int>()] += n; });
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

json courses_json(const Courses& courses) {
  json out = json::array();
  for (const Courses::Sampled& s : courses.sample()) out.push_back({s.course, s.games});
  return out;
}

Courses read_courses(const json& j, std::int64_t games) {
  constexpr const char* kTooMany = "more games are the same than there are";
  Courses out;
  const std::int64_t left = read_numbers(j, games, kTooMany, [&](const json& course, std::int64_t n) {
    if (!course.is_number_unsigned()) damaged(kTooMany);
    out.add(course.get<std::uint64_t>(), n);
  });
  if (out.all() && left > 0) damaged("fewer games are told of than there are");
  return out;
}

json candidate_json(const TuneCandidate& c) {
  return {{"games", c.games},
          {"ended", c.ended},
          {"failed", c.failed},
          {"dropped", c.dropped},
          {"values", values_json(c.values)},
          {"courses", courses_json(c.courses)}};
}

json confirmation_json(const Confirmation& c) {
  json out{{"cell", c.cell}, {"games", c.games}, {"ended", c.ended}, {"p", c.p}, {"values", values_json(c.values)}};
  out["courses"] = courses_json(c.courses);
  out["cards"] = json::array();
  for (const auto& [id, worth] : c.cards) out["cards"].push_back({id, histogram_json(worth)});
  return out;
}

Confirmation read_confirmation(const json& j, const TunePlan& plan) {
  Confirmation c;
  const std::size_t cells = plan.cells.cells.size(), aims = plan.aims.size();
  c.cell = static_cast<std::size_t>(read_count(j.at("cell"), static_cast<std::int64_t>(cells) - 1));
  c.games = read_count(j.at("games"), static_cast<std::int64_t>(plan.confirm));
  c.ended = read_count(j.at("ended"), c.games);
  c.values = read_values(j.at("values"), aims, c.games);
  c.courses = read_courses(j.at("courses"), c.ended);
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
    c.ended = read_count(row.at("ended"), c.games);
    c.failed = read_count(row.at("failed"), c.games);
    c.dropped = row.at("dropped").get<std::string>();
    c.values = read_values(row.at("values"), plan.aims.size(), c.games);
    c.courses = read_courses(row.at("courses"), c.ended);
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

json result_json(const TuneResult& r) {
  json j{{"rounds", r.rounds}, {"candidates", json::array()}, {"confirmations", json::array()}};
  for (const TuneCandidate& c : r.candidates) j["candidates"].push_back(candidate_json(c));
  for (const Confirmation& c : r.confirmations) j["confirmations"].push_back(confirmation_json(c));
  return j;
}

// The file as it is, or nothing when there is none, or none yet.
std::optional<json> read_json(const std::string& path) {
  struct stat there {};
  const bool found = ::stat(path.c_str(), &there) == 0;
  if (path.empty() || (!found && errno == ENOENT)) return std::nullopt;
  if (found && S_ISDIR(there.st_mode)) throw StoreError(2, "this is a folder; name a file in it");
  if (found && !S_ISREG(there.st_mode)) throw StoreError(2, "it is no file");
  if (found && there.st_size == 0) return std::nullopt;
  Diagnostics wrong;
  const auto text = read_text_file(path, wrong, kMostRace);
  if (!text) throw StoreError(2, wrong.list()[0].message);
  return json::parse(*text, nullptr, false);
}

void check_form(const json& j, const char* form) {
  if (!j.is_object() || j.value("form", json()) != form)
    throw StoreError(2, std::string("it is not ") + (form == kForm ? "what" : "a part that") +
                            " this gofuda tune has written; name another file, or remove it");
}

void check_sum(const json& j) {
  if (j.at("sum") != sum_of(j)) damaged("its sum is not that of what is in it; remove it");
}

// What a library says of a file is not what its reader should.
template <class F>
auto reading(F&& read) {
  try {
    return read();
  } catch (const json::exception&) { damaged("something is missing in it, or is not what it should be; remove it"); }
}

Shard shard_in(const json& j) {
  const auto shard = read_shard(j.at("shard").get<std::string>());
  if (!shard || shard->of > kMostTuneParts) damaged("it is no part I of N");
  return *shard;
}

}  // namespace

TuneFile::TuneFile(std::string path, const TunePlan& plan, std::string rules)
    : path_(std::move(path)), rules_(std::move(rules)), plan_(plan) {}

TuneFile::TuneFile(std::string path, const TunePart& part)
    : path_(std::move(path)), rules_(part.rules), plan_(part.plan), part_(&part) {}

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

void TuneFile::hold() {
  if (!path_.empty()) file_ = std::make_unique<LockedFile>(path_, true);
}

TuneResult TuneFile::read() const {
  const auto j = read_json(path_);
  if (!j) return {};
  return reading([&] {
    check_form(*j, part_ ? kPartForm : kForm);
    check_race(j->at("race"));
    check_sum(*j);
    return part_ ? read_part(*j) : read_result(*j, plan_);
  });
}

TuneResult TuneFile::read_part(const json& j) const {
  if (const Shard shard = shard_in(j); shard != part_->shard)
    throw StoreError(2, "it is not part " + part_->shard.text() + ": it was made as part " + shard.text());
  const TuneResult before = read_result(j.at("before"), plan_);
  if (same_state(before, part_->before)) return read_result(j, plan_);
  if (before.stages() < part_->before.stages()) return {};  // its games are in what is known
  throw StoreError(2, "it goes on from something else than what is known; name another file, or remove it");
}

void TuneFile::keep(const TuneResult& r, bool now) {
  const auto start = std::chrono::steady_clock::now();
  if (path_.empty() || (!now && start < next_)) return;
  json j = result_json(r);
  j["form"] = part_ ? kPartForm : kForm, j["race"] = race();
  if (part_) j["shard"] = part_->shard.text(), j["command"] = part_->command, j["before"] = result_json(part_->before);
  j["sum"] = sum_of(j);
  if (const std::string wrong = file_->replace(j.dump() + "\n"); !wrong.empty()) throw StoreError(1, wrong);
  const auto end = std::chrono::steady_clock::now();
  next_ = end + kTimesWriting * (end - start) + std::chrono::milliseconds(500);
}

bool same_state(const TuneResult& a, const TuneResult& b) { return result_json(a) == result_json(b); }

bool is_tune_part(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return false;  // a pipe would be waited for
  std::ifstream in(path, std::ios::binary);
  return in.get() == '{';
}

TunePart read_tune_part(const std::string& path) {
  const auto there = read_json(path);
  if (std::error_code none; !there && std::filesystem::exists(path, none))
    throw StoreError(1, "nothing is kept in it yet; the command that plays it goes on");
  if (!there) throw StoreError(2, std::strerror(ENOENT));
  return reading([&] {
    const json& j = *there;
    check_form(j, kPartForm);
    check_sum(j);
    const json& race = j.at("race");
    if (race.at("program") != tools::program_version())
      throw StoreError(2, "it is a race by another version of the program; play it again");
    Diagnostics wrong;
    auto plan = parse_tune_plan(path, race.at("plan").get<std::string>(), wrong);
    if (!plan) damaged("its plan is none: " + wrong.list()[0].message);
    const auto number = [&](const char* key) {
      return static_cast<std::uint64_t>(read_count(race.at(key), tools::kMostGames));
    };
    plan->cells.games = number("games"), plan->confirm = number("confirm"), plan->deals = number("deals");
    TunePart part;
    part.plan = std::move(*plan);
    part.rules = race.at("rules").get<std::string>(), part.command = j.at("command").get<std::string>();
    if (!are_shell_words(part.command, kProgram)) damaged("its command is none that this program writes");
    part.shard = shard_in(j);
    part.before = read_result(j.at("before"), part.plan), part.played = read_result(j, part.plan);
    return part;
  });
}

std::string digest_of(const std::vector<Provenance>& of) {
  std::string all;
  for (const Provenance& p : of)
    for (const auto& [path, hash] : p.files) all += hash + "\n";
  return sha256(all);
}

}  // namespace gofuda::lab
