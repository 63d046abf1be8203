#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "scripting/diagnostic.hpp"
#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/campaign/interrupt.hpp"
#include "tools/lab/plans/commands.hpp"
#include "tools/lab/plans/tune_contest.hpp"
#include "tools/lab/plans/tune_file.hpp"
#include "tools/lab/plans/tune_share.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/summary_parts.hpp"
#include "tools/print/result.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

using nlohmann::json;

constexpr std::size_t kShown = 12;  // candidates in the terminal

json figure_json(const lab::Histogram& h, const lab::Aim& aim, double telling = 1) {
  const double unit = 1 / aim.kind->unit;
  json out{{"games", lab::total(h)},
           {"value", nullptr},
           {"interval", lab::interval_json(lab::mean_interval_of(h, telling), unit)}};
  if (!h.empty()) out["value"] = lab::mean(h) / unit;
  return out;
}

std::string settings_text(const Settings& settings, const char* before) {
  std::string out;
  for (const auto& [key, value] : settings) out += (out.empty() ? "" : " ") + std::string(before) + key + "=" + value;
  return out;
}

json candidate_json(const lab::TunePlan& plan, const lab::TuneCandidate& c) {
  const lab::PlanCell& cell = plan.cells.cells[c.cell];
  json out{{"variant", cell.variant},
           {"set", settings_text(cell.settings, "")},
           {"games", c.games},
           {"players", cell.players},
           {"dropped_by", c.dropped.empty() ? json(nullptr) : json(c.dropped)},
           {"aims", json::object()}};
  for (std::size_t a = 0; a < plan.aims.size(); ++a)
    if (!plan.aims[a].of_cards())
      out["aims"][plan.aims[a].kind->name] = figure_json(c.values[a], plan.aims[a], c.courses.telling(c.ended));
  out["ended"] = c.ended, out["distinct"] = c.courses.distinct(c.ended);
  return out;
}

json confirmation_json(const lab::TunePlan& plan, const lab::Confirmation& c) {
  json out{{"candidate", c.cell}, {"games", c.games}, {"confirmed", c.confirmed}, {"aims", json::object()}};
  out["ended"] = c.ended, out["distinct"] = c.courses.distinct(c.ended);
  for (std::size_t a = 0; a < c.p.size(); ++a) {
    json& f = out["aims"][plan.aims[a].kind->name] = figure_json(c.values[a], plan.aims[a], c.courses.telling(c.ended));
    f["p"] = c.p[a];
    if (!plan.aims[a].of_cards()) continue;
    for (const auto& [id, worth] : c.cards) f["cards"][id] = figure_json(worth, plan.aims[a]);
  }
  return out;
}

json tune_json(const lab::TunePlan& plan, const lab::TuneResult& r) {
  json out{{"title", plan.cells.title},
           {"seed", plan.cells.seed},
           {"games", plan.cells.games},
           {"confirm", plan.confirm},
           {"aims", json::object()},
           {"candidates", json::array()},
           {"ranking", r.ranking},
           {"confirmations", json::array()},
           {"stopped", r.caught != 0},
           {"recommended", nullptr},
           {"method",
            "Student's tests; the race adjusted by Bonferroni for all aims, candidates and rounds, the fresh games for "
            "as many candidates as are tried on them"}};
  for (const lab::Aim& a : plan.aims)
    out["aims"][a.kind->name] = {{"low", a.low}, {"high", a.high}, {"text", a.kind->text}};
  for (const lab::TuneCandidate& c : r.candidates) out["candidates"].push_back(candidate_json(plan, c));
  for (const lab::Confirmation& c : r.confirmations) out["confirmations"].push_back(confirmation_json(plan, c));
  if (r.recommended) {
    const lab::PlanCell& cell = plan.cells.cells[*r.recommended];
    out["recommended"] = {{"candidate", *r.recommended},
                          {"variant", cell.variant},
                          {"set", settings_text(cell.settings, "")},
                          {"words", settings_text(cell.settings, "--set ")}};
  }
  return out;
}

std::string aims_text(const json& aims) {
  std::string out;
  for (const auto& [name, f] : aims.items())
    if (!f.contains("cards"))
      out += (out.empty() ? "" : "; ") + name + " " + lab::with_range(f["value"], f["interval"], 1, 1);
  return out;
}

std::string figures_after(const std::string& figures) { return figures.empty() ? "" : ": " + figures; }

// "2000 games", or "2000 games, of which 16 are not the same as another".
std::string games_text(const json& of) {
  std::string out = counted(of["games"], "game");
  if (of["distinct"] < of["ended"]) out += ", of which " + lab::whole(of["distinct"]) + " are not the same as another";
  return out;
}

std::string players_text(const json& candidate) {
  return printable(candidate["players"][0].get<std::string>()) + " - " +
         printable(candidate["players"][1].get<std::string>());
}

// The cards that are farthest from nothing.
std::string cards_text(const json& cards) {
  std::vector<std::pair<double, std::string>> by;
  for (const auto& [id, f] : cards.items())
    if (!f["value"].is_null())
      by.emplace_back(f["value"], id + " " + lab::signed_text(f["value"], 1) + " " + lab::range(f["interval"], 1, 1));
  if (by.empty()) return "";
  const auto [least, most] = std::minmax_element(by.begin(), by.end());
  return "cards from " + least->second + " to " + most->second;
}

// `why`: how many sets of rules were dropped by what.
std::string nothing_left(const std::map<std::string, int>& why) {
  const bool failed = why.contains(lab::kGamesThatFail);
  if (failed && why.size() == 1)
    return "Nothing fits: games of every set of rules fail, which says nothing of the aims.";
  return failed ? "Nothing fits: every set of rules misses an aim, or its games fail."
                : "Nothing fits: every set of rules misses an aim.";
}

std::vector<std::string> tune_lines(const Style& style, const json& j) {
  std::vector<std::string> out{painted(style, Paint::strong, printable(j["title"].get<std::string>())) + "  " +
                               counted(static_cast<std::int64_t>(j["candidates"].size()), "set") +
                               " of rules, on the same seeds"};
  const auto say = [&](const std::string& text, const char* indent) {
    for (const std::string& l : wrapped(text, std::max(60, style.width - 1), indent)) out.push_back(l);
  };
  for (const auto& [name, a] : j["aims"].items())
    say("aim " + name + " from " + fixed(a["low"], 1) + " to " + fixed(a["high"], 1) + ": " +
            a["text"].get<std::string>(),
        "  ");
  out.push_back(painted(style, Paint::heading,
                        "Left after the race: " + std::to_string(j["ranking"].size()) +
                            ", the one nearest to the middle of all aims first"));
  for (std::size_t i = 0; i < std::min(kShown, j["ranking"].size()); ++i) {
    const json& c = j["candidates"][j["ranking"][i].get<std::size_t>()];
    say(c["variant"].get<std::string>() + " " + c["set"].get<std::string>() + " (" + games_text(c) + ", " +
            players_text(c) + ")" + figures_after(aims_text(c["aims"])),
        "  ");
  }
  std::map<std::string, int> why;
  for (const json& c : j["candidates"])
    if (!c["dropped_by"].is_null()) ++why[c["dropped_by"]];
  for (const auto& [name, n] : why) say(std::to_string(n) + " dropped by " + name, "  ");
  if (!j["confirmations"].empty()) out.push_back(painted(style, Paint::heading, "On fresh seeds"));
  for (const json& c : j["confirmations"]) {
    const json& of = j["candidates"][c["candidate"].get<std::size_t>()];
    std::string missed;
    for (const auto& [name, f] : c["aims"].items()) {
      if (f["p"] >= 0.05 / lab::kMostConfirmed)
        missed += (missed.empty() ? "" : ", ") + name + " (p " + lab::p_text(f["p"]) + ")";
    }
    std::string text = of["variant"].get<std::string>() + " " + of["set"].get<std::string>() + " (" + games_text(c) +
                       ", " + players_text(of) + ")";
    std::vector<std::string> figures;
    if (std::string aims = aims_text(c["aims"]); !aims.empty()) figures.push_back(std::move(aims));
    for (const auto& [name, f] : c["aims"].items())
      if (f.contains("cards"))
        if (std::string cards = cards_text(f["cards"]); !cards.empty()) figures.push_back(std::move(cards));
    text += figures_after(joined(figures, "; "));
    say(text + (c["confirmed"].get<bool>() ? ". Confirmed" : ". Not confirmed: " + missed), "  ");
  }
  out.emplace_back();
  if (j["stopped"])
    out.emplace_back("It was stopped before anything could be recommended.");
  else if (!j["recommended"].is_null())
    out.push_back("Recommended: " + j["recommended"]["variant"].get<std::string>() + " " +
                  j["recommended"]["words"].get<std::string>());
  else if (j["ranking"].empty())
    out.emplace_back(nothing_left(why));
  else
    say("Nothing fits that these games can confirm. More games under 'games' and 'confirm', or wider aims, might.", "");
  return out;
}

void say_beforehand(const lab::TunePlan& plan) {
  for (const lab::Aim& a : plan.aims)
    if (a.kind->share && !a.of_cards() && a.low > 0 && a.high < 100)
      std::fprintf(stderr,
                   "%s from %s to %s takes about %lld games to confirm, if it is in the middle; the plan has %llu\n",
                   a.kind->name, fixed(a.low, 1).c_str(), fixed(a.high, 1).c_str(),
                   static_cast<long long>(lab::games_to_confirm(a, 50)), static_cast<unsigned long long>(plan.confirm));
}

int run(const Options& options, const Tune& args, const lab::TunePlan& plan, const Contest& contest) {
  say_beforehand(plan);
  lab::TuneFile file(args.out, plan, contest.rules);
  file.hold();
  lab::TuneResult known = file.read();
  const std::uint64_t most = plan.cells.games * contest.candidates.size() + plan.confirm, before = known.games();
  lab::Interrupt interrupt;
  const auto race = [&](const lab::RaceWork& work) {
    return lab::race(plan, contest.candidates, work, std::move(known));
  };
  const lab::TuneResult r = play_and_keep(race_work(args, contest, interrupt), file, before, most, race);
  const json j = tune_json(plan, r);
  if (options.json)
    std::printf("%s\n", json_text(j, 2).c_str());
  else
    print_lines(tune_lines(style_for(use_colour(options, 1), 1), lab::shown(j)));
  if (r.caught == 0) return r.recommended ? 0 : 1;
  std::fprintf(stderr, "stopped after %llu games; %s\n", static_cast<unsigned long long>(r.games()),
               args.out.empty() ? "with --out FILE the same command could go on from here"
                                : "the same command goes on from here");
  return 128 + r.caught;
}

}  // namespace

int tune(const Options& options, const Tune& args) {
  if (std::string why = wrong_threads(args.threads); !why.empty()) return usage_error(why);
  if (!args.shard.empty() || !args.after.empty()) return tune_part(options, args);
  return with_contest(options, args, args.out, [&](const lab::TunePlan& plan, const Contest& contest) {
    return run(options, args, plan, contest);
  });
}

}  // namespace gofuda::tools
