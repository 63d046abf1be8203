#include "tools/lab/audit/audit.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tools/lab/audit/checkup.hpp"
#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/plans/isolated_plan.hpp"
#include "tools/lab/plans/made_report.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/html_parts.hpp"
#include "tools/players/player.hpp"
#include "tools/print/output_file.hpp"
#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace {

using lab::AuditSizes;

constexpr std::int64_t kMostOfASize = 1'000'000;
constexpr int kPilotTurns = 2000;  // of the games that say how long others may be
constexpr int kTimesMedian = 12, kLeastTurns = 400;

struct SizeName {
  const char* name;
  std::int64_t AuditSizes::*to;
  double share;       // of the time
  std::int64_t most;  // more of them would tell little more
};
constexpr SizeName kSizes[] = {
    {"weak", &AuditSizes::weak, 0.1, 20000},       {"strong", &AuditSizes::strong, 0.3, 2000},
    {"match", &AuditSizes::match, 0.1, 500},       {"cards", &AuditSizes::cards, 0.15, 2000},
    {"options", &AuditSizes::options, 0.15, 1000}, {"secrets", &AuditSizes::secrets, 0.2, 200},
    {"ladder", &AuditSizes::ladder, 0.5, 100},
};

// "weak=1000,strong=200". Those that are said, by their place; a message or "".
std::string read_sizes(const std::string& text, std::array<std::optional<std::int64_t>, std::size(kSizes)>& to) {
  std::string_view rest = text;
  std::vector<std::string> names;
  for (const SizeName& s : kSizes) names.emplace_back(s.name);
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    const std::size_t equals = part.find('=');
    const std::string name(part.substr(0, equals));
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) return "--sizes: there is no part '" + name + "'" + did_you_mean(name, names);
    const std::string_view number = equals == std::string_view::npos ? "" : part.substr(equals + 1);
    std::int64_t n = -1;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), n);
    if (number.empty() || error != std::errc() || end != number.data() + number.size() || n < 0 || n > kMostOfASize)
      return "--sizes: '" + name + "' is a number from 0 to " + std::to_string(kMostOfASize);
    auto& said = to[static_cast<std::size_t>(at - names.begin())];
    if (said) return "--sizes: '" + name + "' is said twice; leave one out";
    said = n;
  }
  return "";
}

std::string text_of(const AuditSizes& sizes) {
  std::string out;
  for (const SizeName& s : kSizes)
    out += (out.empty() ? "" : ",") + std::string(s.name) + "=" + std::to_string(sizes.*s.to);
  return out;
}

// 1, 2 or 5 and zeros, so that much the same time gives the same games.
std::int64_t round_number(double x) {
  std::int64_t out = 1;
  for (std::int64_t unit = 1; static_cast<double>(unit) <= x; unit *= 10)
    for (const int digit : {1, 2, 5})
      if (static_cast<double>(unit * digit) <= x) out = unit * digit;
  return out;
}

// Processor time of one of the part's units.
double seconds_of(const lab::AuditPlan& plan, const lab::Pilot& pilot, const SizeName& s, std::size_t values) {
  const std::size_t kinds = lab::kinds_in_decks(*plan.plan.variant->ruleset).size();
  if (s.to == &AuditSizes::weak) return pilot.weak;
  if (s.to == &AuditSizes::strong) return pilot.strong;
  if (s.to == &AuditSizes::match) return 2 * pilot.match;
  if (s.to == &AuditSizes::cards) return pilot.weak * static_cast<double>(1 + 2 * kinds);
  if (s.to == &AuditSizes::options) return pilot.weak * static_cast<double>(1 + values);
  if (s.to == &AuditSizes::secrets) return 4 * pilot.strong;
  return 20 * pilot.strong * static_cast<double>(plan.rungs.size());
}

bool is_asked_for(const lab::AuditPlan& plan, const SizeName& s, std::size_t values) {
  const Ruleset& rules = *plan.plan.variant->ruleset;
  if (s.to == &AuditSizes::cards) return !lab::kinds_in_decks(rules).empty();
  if (s.to == &AuditSizes::secrets) return !lab::kinds_in_decks(rules).empty();
  if (s.to == &AuditSizes::options) return values > 0;
  if (s.to == &AuditSizes::ladder) return !plan.rungs.empty();
  return true;
}

std::uint64_t games_of(const lab::AuditPlan& plan, std::size_t values) {
  const AuditSizes& s = plan.sizes;
  const std::size_t kinds = lab::kinds_in_decks(*plan.plan.variant->ruleset).size();
  const auto rungs = static_cast<std::int64_t>(plan.rungs.size());
  const std::int64_t duels = s.match + 2 * s.secrets + s.ladder * (rungs > 0 ? 2 * rungs - 1 : 0);
  return static_cast<std::uint64_t>(s.weak + s.strong + 2 * duels) +
         (kinds > 0 ? lab::games_for_worths(static_cast<std::uint64_t>(s.cards), kinds) : 0) +
         static_cast<std::uint64_t>(values > 0 ? s.options : 0) * (1 + values);
}

std::string wrong_words(const Audit& args) {
  if (std::string wrong = wrong_number(args); !wrong.empty()) return wrong;
  if (args.seconds < 1 || args.seconds > 1'000'000) return "--seconds is a number from 1 to 1000000";
  std::vector<std::string> names{"error", "warning", "note", "none"};
  for (const lab::FindingKind& k : lab::finding_kinds()) names.emplace_back(k.id);
  const bool never = std::find(args.fail_on.begin(), args.fail_on.end(), "none") != args.fail_on.end();
  if (never && args.fail_on.size() > 1) return "--fail-on none stands alone: no finding makes the command fail";
  for (const std::string& f : args.fail_on)
    if (std::find(names.begin(), names.end(), f) == names.end())
      return "--fail-on: there is no finding '" + f + "'" + did_you_mean(f, names) + "; gofuda audit --help lists them";
  return "";
}

// A level stands for itself and those above it.
bool fails(const nlohmann::json& checkup, const std::vector<std::string>& on) {
  const std::vector<std::string> levels{"error", "warning", "note"};
  const auto rank = [&](const std::string& level) {
    return std::find(levels.begin(), levels.end(), level) - levels.begin();
  };
  for (const auto& f : checkup.at("findings"))
    for (const std::string& o : on)
      if (f.at("id") == o || (rank(o) < 3 && rank(f.at("level")) <= rank(o))) return true;
  return false;
}

using SaidSizes = std::array<std::optional<std::int64_t>, std::size(kSizes)>;

// From the rules to the report, with nothing printed.
class Auditor {
 public:
  Auditor(const Audit& args, std::string rules, const Settings& settings, const SaidSizes& said, Library& library)
      : args_(args), settings_(settings), said_(said), library_(library) {
    words_.rules = plan_.rules = std::move(rules), words_.seconds = args.seconds;
  }

  MadeReport make(Teller& teller, lab::Hands& hands) {
    MadeReport out;
    if (!read(out)) return out;
    const std::atomic<int>& stop = teller.begin();
    choose();
    say_beforehand(teller);
    const std::uint64_t games = games_of(plan_, values_);
    const lab::Measures m =
        lab::measure(plan_, library_, hands, stop,
                     [&](const std::string& part, std::uint64_t done) { teller.show(part, done, games); });
    teller.end();
    out.caught = m.caught;
    out.report = json_text(lab::checkup_json(plan_, m, words_));
    return out;
  }

 private:
  bool refuse(MadeReport& out, const std::string& why) { return out.usage = why, out.code = 2, false; }

  bool read(MadeReport& out) {
    auto plan = read_plan(library_, args_, settings_, out.wrong, out.code);
    if (!plan) return false;
    plan_.plan = std::move(*plan);
    plan_.weak = args_.weak, plan_.strong = args_.strong, plan_.rungs = args_.ladder;
    plan_.threads = threads_of(args_.threads);
    std::vector<std::string> players{plan_.weak, plan_.strong};
    players.insert(players.end(), plan_.rungs.begin(), plan_.rungs.end());
    for (std::string& p : players)
      if (!make_player(p, *plan_.plan.variant, out.wrong)) return out.code = 2, false;
    if (!args_.folder.empty()) read_files(players);
    std::sort(players.begin(), players.end());
    if (const auto twice = std::adjacent_find(players.begin(), players.end()); twice != players.end())
      return refuse(
          out, "'" + *twice + "' is there twice; the weak player, the strong one and the rungs of the ladder differ");
    plan_.folder = args_.folder;
    std::error_code wrong;
    if (!plan_.folder.empty()) std::filesystem::create_directories(plan_.folder, wrong);
    return !wrong || refuse(out, "--out " + plan_.folder + ": " + wrong.message());
  }

  // What is kept says later which files it hangs on, as they are now.
  void read_files(const std::vector<std::string>& players) {
    lab::Plan with = plan_.plan;
    for (const std::string& p : players) {
      with.players = {p, p};
      lab::provenance_of(with, "", 0, plan_.files);
    }
  }

  void choose() {
    std::vector<std::pair<std::string, std::string>> ignored;
    values_ = lab::other_values(plan_.plan, library_, ignored).size();
    const bool all = std::all_of(said_.begin(), said_.end(), [](const auto& n) { return n.has_value(); });
    const bool turns_said = args_.max_turns != kAsFits;
    plan_.plan.most_turns = turns_said ? args_.max_turns : kPilotTurns;
    lab::Pilot pilot;
    if (!all || !turns_said) pilot = lab::play_pilot(plan_);
    if (!turns_said) plan_.plan.most_turns = std::clamp(kTimesMedian * pilot.turns, kLeastTurns, kPilotTurns);
    double shares = 0;
    for (const SizeName& s : kSizes) shares += is_asked_for(plan_, s, values_) ? s.share : 0;
    for (std::size_t i = 0; i < std::size(kSizes); ++i) {
      const SizeName& s = kSizes[i];
      const double time = args_.seconds * plan_.threads * s.share / shares;
      const bool asked = is_asked_for(plan_, s, values_);
      plan_.sizes.*s.to =
          said_[i] ? *said_[i]
          : asked  ? std::min(s.most, round_number(time / std::max(1e-9, seconds_of(plan_, pilot, s, values_))))
                   : 0;
    }
    words_.sizes = text_of(plan_.sizes);
  }

  // How many games there are, and what they can tell.
  void say_beforehand(Teller& teller) const {
    for (const auto& [player, games] : {std::pair{plan_.weak, plan_.sizes.weak}, {plan_.strong, plan_.sizes.strong}})
      if (games > 0) teller.say(counted(games, "game") + " of " + player + ": " + lab::precision_text(games));
  }

  const Audit& args_;
  const Settings& settings_;
  const SaidSizes& said_;
  Library& library_;
  lab::AuditPlan plan_;
  lab::AuditWords words_;
  std::size_t values_ = 0;
};

std::string wrong_when_isolated(const Audit& args) {
  std::vector<std::string> players{args.weak, args.strong};
  players.insert(players.end(), args.ladder.begin(), args.ladder.end());
  for (const std::string& player : players)
    if (std::string why = why_not_isolated(player); !why.empty()) return why;
  return args.folder.empty() ? ""
                             : "--out keeps games in files, which --isolate keeps the games from; without it, "
                               "simulate --isolate --out keeps them";
}

int print(const Options& options, const Audit& args, const nlohmann::json& checkup) {
  const auto lines = lab::checkup_lines(style_for(use_colour(options, 1), 1), checkup);
  const std::string page = args.html.empty() ? "" : lab::checkup_page(checkup);
  if (options.json)
    std::printf("%s\n", json_text(checkup, 2).c_str());
  else
    print_lines(lines);
  if (args.html.empty()) return 0;
  const std::string wrong = write_content(args.html, page, Content::page);
  return wrong.empty() ? 0 : (say_error(wrong), 1);
}

int print_made(const Options& options, const Audit& args, const MadeReport& made) {
  const nlohmann::json checkup = read_report(args.isolate, made.report);
  if (const int wrong = print(options, args, checkup); wrong != 0) return wrong;
  if (made.caught != 0) return 128 + made.caught;
  return fails(checkup, args.fail_on.empty() ? std::vector<std::string>{"error"} : args.fail_on) ? 1 : 0;
}

int play(const Options& options, const Audit& args) {
  SaidSizes said;
  std::string wrong = wrong_words(args);
  if (wrong.empty()) wrong = read_sizes(args.sizes, said);
  if (wrong.empty() && args.isolate.on) wrong = wrong_when_isolated(args);
  if (!wrong.empty()) return usage_error(wrong);
  int code = 0;
  Settings settings;
  auto library = open_plan(options, args, settings, code);
  if (!library) return code;
  if (args.isolate.on) library->keep_texts();
  Audit counted_here = args;  // a process that can do nothing else cannot ask how many the machine has
  counted_here.threads = threads_of(args.threads);
  Auditor auditor(counted_here, rules_words(options), settings, said, *library);
  MadeReport made = make_report(args.isolate, counted_here.threads,
                                [&](Teller& teller, lab::Hands& hands) { return auditor.make(teller, hands); });
  if (made.report.empty()) return say_refused(options, made);
  return print_unless_lie(args.isolate, [&] { return print_made(options, args, made); });
}

}  // namespace

int audit(const Options& options, const Audit& args) {
  if (const std::string why = in_the_way(args.html, Content::page); !why.empty()) return say_error(why), 1;
  try {
    return play(options, args);
  } catch (const lab::StoreError& e) {
    return lab::store_error(args.folder, e);
  } catch (const isolate::CannotIsolate& e) { return cannot_isolate(e); }
}

std::string finding_help() {
  std::string out;
  for (const lab::FindingKind& k : lab::finding_kinds())
    out += "  " + std::string(k.id) + " (" + k.level + "): " + k.text + "\n";
  return out;
}

}  // namespace gofuda::tools
