// The figures of an audit, and why some are left out.
#include "tools/lab/report/figures.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/simulator.hpp"
#include "tools/lab/audit/checkup.hpp"
#include "tools/lab/report/summary.hpp"
#include "tools/lab/report/summary_parts.hpp"
#include "tools/lab/statistics/bradley_terry.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;

constexpr std::int64_t kFewGames = 30, kFewDeals = 10;

json figure(const json& value, const json& interval, const char* unit, int digits, const char* method,
            std::int64_t games) {
  return {{"value", value},   {"interval", interval}, {"unit", unit},
          {"digits", digits}, {"method", method},     {"games", games}};
}
json share_figure(const json& share) { return figure(share["rate"], share["interval"], "%", 1, "Wilson", share["of"]); }
json share_figure(std::int64_t k, std::int64_t n) { return share_figure(share_json(k, n)); }
// `of`: the games it is of, some of which may be the same again.
json share_figure(std::int64_t k, std::int64_t n, const Tally& of) {
  return share_figure(share_json(k, n, of.worth(n)));
}
json mean_figure(const Histogram& h, double unit, const char* name, int digits, double telling = 1) {
  if (h.empty()) return nullptr;
  const auto interval = mean_interval_of(h, telling);
  return figure(mean(h) / unit, interval_json(interval, unit), name, digits, "Student", total(h));
}
json mean_figure(const json& spread, std::int64_t games, int digits) {
  return figure(spread["mean"], spread["interval"], "", digits, "Student", games);
}

class Figures {
 public:
  Figures(const AuditPlan& plan, const Measures& m, const AuditWords& words, json& left_out)
      : plan_(plan), m_(m), words_(words), left_out_(left_out) {}

  json all() {
    const Provenance p = words_of(plan_.plan, plan_.plan.variant->id, "summary", 0);
    const json weak = summary_json(named(p), m_.weak.tally, false),
               strong = summary_json(named(p), m_.strong.tally, false);
    results(weak, strong);
    course();
    branching(weak, strong);
    duels();
    ratings();
    secrets();
    return rows_;
  }

 private:
  Provenance named(Provenance p) const {
    const Variant& v = *plan_.plan.variant;
    p.komi = v.ruleset->rules.komi;
    p.cards.clear(), p.conditions.clear();
    for (const CardInfo& c : v.ruleset->cards) p.cards.emplace_back(c.id, c.name);
    for (const WinCondition& w : v.ruleset->wins.conditions()) p.conditions.emplace_back(w.id, w.name);
    return p;
  }

  void row(const char* id, const std::string& name, json weak, json strong, const std::string& command) {
    for (json* f : {&weak, &strong})
      if (!f->is_null() && ((*f)["value"].is_null() || (*f)["games"] == 0)) *f = nullptr;
    if (weak.is_null() && strong.is_null()) return;
    json r{{"id", id}, {"name", name}, {"figures", json::array()}, {"command", command}};
    for (auto& [players, f] : {std::pair{plan_.weak, weak}, {plan_.strong, strong}})
      if (!f.is_null()) r["figures"].push_back(f), r["figures"].back()["players"] = players;
    rows_.push_back(std::move(r));
  }
  void one(const char* id, const std::string& name, json f, const std::string& players, const std::string& command) {
    if (f.is_null() || f["value"].is_null()) return;
    f["players"] = players;
    rows_.push_back({{"id", id}, {"name", name}, {"figures", json::array({f})}, {"command", command}});
  }
  void leave_out(const char* what, const std::string& why) { left_out_.push_back({{"what", what}, {"why", why}}); }
  std::string simulate(const std::string& black, const std::string& white) const {
    return audit_command(plan_, words_, "simulate", " --black " + black + " --white " + white);
  }
  std::string closer() const { return simulate(plan_.strong, plan_.strong) + " --out games.sqlite"; }

  static json tail(const Tally& t) {
    if (t.turns.empty()) return nullptr;
    std::int64_t over = 0;
    for (const auto& [turns, games] : t.turns) over += turns > 2 * median(t.turns) ? games : 0;
    return share_figure(over, total(t.turns), t);
  }

  void results(const json& weak, const json& strong) {
    row("who-begins", "who begins wins", share_figure(weak["beginner_wins"]), share_figure(strong["beginner_wins"]),
        closer());
    row("draws", "drawn", share_figure(weak["draws"]), share_figure(strong["draws"]), closer());
    const auto komi = [&](const json& s, const Tally& t) {
      if (!is_counted(t)) return json(nullptr);
      return figure(s["score"]["fair_komi"], s["score"]["fair_komi_interval"], "", 1, "order statistics",
                    s["score"]["games"]);
    };
    row("fair-komi", "fair komi, points", komi(weak, m_.weak.tally), komi(strong, m_.strong.tally), closer());
    if (!is_counted(m_.weak.tally) && !is_counted(m_.strong.tally))
      leave_out("fair komi", "less than half of the games are counted");
    row("length", "turns a game", mean_figure(weak["turns"], m_.weak.tally.ended(), 1),
        mean_figure(strong["turns"], m_.strong.tally.ended(), 1), closer());
    row("tail", "longer than twice the median", tail(m_.weak.tally), tail(m_.strong.tally), closer());
  }

  // Does who looks ahead late in the game win more often than not?
  static json leader(const Watched& w, std::size_t quarter) {
    const DramaTally& d = w.drama;
    return share_figure(d.ahead[quarter], d.ahead[quarter] + d.of_behind[quarter], w.tally);
  }
  bool tells(const Watched& w) const {
    const json late = leader(w, 2);
    return late["games"] > 0 && late["interval"][0] > 0.5;
  }

  void course() {
    const bool weak = tells(m_.weak), strong = tells(m_.strong);
    if (!weak && !strong)
      return leave_out("when it is decided", "the look of a position does not tell who will win it");
    const Watched none, &a = weak ? m_.weak : none, &b = strong ? m_.strong : none;
    const std::string command = audit_command(plan_, words_, "audit", " --html audit.html");
    const auto mean_row = [&](const char* id, const char* name, Histogram DramaTally::*of, double unit,
                              const char* unit_name, int digits) {
      const auto side = [&](const Watched& w) {
        return mean_figure(w.drama.*of, unit, unit_name, digits, w.tally.telling());
      };
      row(id, name, side(a), side(b), command);
    };
    mean_row("decided", "decided after, of the length", &DramaTally::settled, 1000, "%", 1);
    mean_row("lead-changes", "lead changes", &DramaTally::lead_changes, 1, "", 2);
    const auto comeback = [](const Watched& w) {
      const DramaTally& d = w.drama;
      return share_figure(d.of_behind[1], d.ahead[1] + d.level[1] + d.of_behind[1], w.tally);
    };
    row("comebacks", "won from behind at half time", comeback(a), comeback(b), command);
    mean_row("drama", "turns that the winner is behind", &DramaTally::behind, 1000, "%", 1);
    for (std::size_t q = 0; q < kQuarters.size(); ++q) {
      const std::string name = "who leads after " + std::to_string(kQuarters[q]) + " % wins";
      static constexpr const char* kIds[] = {"leader-25", "leader-50", "leader-75"};
      row(kIds[q], name, leader(a, q), leader(b, q), command);
    }
  }

  void branching(const json& weak, const json& strong) {
    for (const auto& [choice, id, name] : {std::tuple{"stone", "branching-stone", "answers: of a stone"},
                                           {"card", "branching-card", "answers: where to lay a card"},
                                           {"word", "branching-word", "answers: words and cards"}}) {
      const auto of = [&, kind = choice](const json& s, std::int64_t games) {
        const json& b = s["branching"][kind];
        return b["questions"] == 0 ? json(nullptr) : figure(b["mean"], b["interval"], "", 1, "ratio of sums", games);
      };
      row(id, name, of(weak, m_.weak.tally.ended()), of(strong, m_.strong.tally.ended()), closer());
    }
  }

  // Where every deal comes out alike there is no spread to go by.
  static json score(const Duel& d) {
    if (d.deals == 0) return nullptr;
    const int first = d.halves.begin()->first;
    if (d.halves.size() == 1 && (first == 0 || first == 4)) return share_figure(first == 4 ? d.deals : 0, d.deals);
    json out = mean_figure(d.halves, 4, "%", 1);
    if (!out["interval"].is_null())
      for (json& end : out["interval"]) end = std::clamp(end.get<double>(), 0.0, 1.0);
    return out;
  }

  void duels() {
    const Duel& d = m_.match;
    if (d.deals == 0) return;
    const std::string both = d.strong + ", " + d.weak, command = simulate(d.strong, d.weak);
    one("skill", d.strong + " wins against " + d.weak, score(d), both, command);
    one("luck", "the same colour wins both games of a deal", share_figure(d.seat, d.deals), both, command);
  }

  void ratings() {
    if (m_.match.deals == 0 || m_.ladder.empty())
      return leave_out("depth",
                       "what twice the playouts win takes a ladder of players: --ladder mcts:playouts=50 --ladder "
                       "mcts:playouts=100");
    std::vector<std::string> players{plan_.weak, plan_.strong};
    players.insert(players.end(), plan_.rungs.begin(), plan_.rungs.end());
    const auto number = [&](const std::string& p) {
      return static_cast<std::size_t>(std::find(players.begin(), players.end(), p) - players.begin());
    };
    std::vector<Results> results;
    std::vector<const Duel*> all{&m_.match};
    for (const Duel& d : m_.ladder) all.push_back(&d);
    std::int64_t games = 0;
    for (const Duel* d : all) {
      const double won = mean(d->halves) / 2 * static_cast<double>(d->deals);
      results.push_back({number(d->strong), number(d->weak), won, 2 * static_cast<double>(d->deals) - won});
      games += 2 * d->deals;
    }
    const std::vector<Rating> ratings = bradley_terry(players.size(), results);
    for (std::size_t i = 1; i < players.size(); ++i)
      one("rating", "rating of " + players[i] + " above " + players[0],
          figure(ratings[i].elo, json{ratings[i].interval.low, ratings[i].interval.high}, "Elo", 0,
                 "Bradley-Terry, Wald", games),
          "the ladder", simulate(players[i], players[i - 1]));
    for (const Duel& d : m_.ladder)
      one("step", d.strong + " wins against " + d.weak, score(d), d.strong + ", " + d.weak, simulate(d.strong, d.weak));
  }

  void secrets() {
    for (const auto& [secret, d] : m_.secrets)
      if (d.deals < kFewDeals)
        leave_out("what is hidden", tools::counted(d.deals, "deal") + (d.deals == 1 ? " tells" : " tell") +
                                        " nothing of " + secret_name(secret) +
                                        "; it takes more --seconds, or secrets=100 under --sizes");
      else
        one("hidden", "who knows " + secret_name(secret) + " wins", score(d), d.strong + ", " + d.weak,
            simulate(d.strong, d.weak));
    if (m_.secrets.empty() && plan_.sizes.secrets > 0)
      leave_out("what is hidden", (m_.weak.secrets | m_.strong.secrets) == 0 ? "nothing in this game is"
                                                                             : "no player here can be let into it");
  }

  const AuditPlan& plan_;
  const Measures& m_;
  const AuditWords& words_;
  json& left_out_;
  json rows_ = json::array();
};

json cards_table(const Measures& m) { return m.worths.empty() ? json::array() : worths_json(m.worths); }

json options_table(const Measures& m) {
  json out = json::array();
  for (const OptionValue& o : m.options) {
    const std::int64_t n = o.pairs.pairs - o.pairs.apart;
    out.push_back({{"option", o.key},
                   {"value", o.value},
                   {"changed", share_json(o.pairs.differing, n)},
                   {"apart", o.pairs.apart}});
  }
  return out;
}

// Options that have changed no game, in too few games to say that they change none; "" without any.
std::string untold_options(const Measures& m, int options, const json& findings) {
  std::map<std::string, PairTally> by_key = pairs_by_option(m);
  for (const json& f : findings)
    if (f["id"] == "silent-option" || f["id"] == "unread-option") by_key.erase(f["option"].get<std::string>());
  std::int64_t untold = 0, games = 0;
  for (const auto& [key, t] : by_key) {
    if (t.differing > 0 || t.pairs == t.apart) continue;
    games = untold++ == 0 ? t.pairs - t.apart : std::min(games, t.pairs - t.apart);
  }
  if (untold == 0) return "";
  return tools::counted(untold, "option") + (untold == 1 ? " has" : " have") + " changed none of at least " +
         tools::counted(games, "game") + ", too few to tell; --sizes options=N with a larger N than " +
         std::to_string(options) + " may";
}

constexpr int kLonger = 4;  // times as long

json longer(const AuditPlan& plan, const Measures& m, const AuditWords& words) {
  json out = json::array();
  const auto add = [&](const std::string& what, const std::string& command) {
    out.push_back({{"what", what}, {"command", command}});
  };
  const auto known = [](const Watched& w) {
    const std::int64_t n = kLonger * w.tally.games;
    const Interval i = wilson(n / 2, n);
    return fixed(50 * (i.high - i.low), 1) + " points of " + w.player;
  };
  std::string what = "four times the games halve every interval";
  if (m.weak.tally.games > 0 && m.strong.tally.games > 0)
    what += ": a share is then known to " + known(m.weak) + ", " + known(m.strong);
  add(what, audit_command(plan, words, "audit", " --seconds " + std::to_string(kLonger * words.seconds)));
  if (m.ladder.empty())
    add("what twice the playouts win: whether there is more to learn than " + plan.strong + " knows",
        audit_command(
            plan, words, "audit",
            " --seconds 600 --ladder mcts:playouts=50 --ladder mcts:playouts=100 --ladder mcts:playouts=200"));
  if (!m.worths.empty())
    add("cards in the hands of a player that looks ahead",
        audit_command(
            plan, words, "cards",
            std::string(" --black ") + plan.strong + " --white " + plan.strong + (m.worth_of_top ? " --at top" : "")));
  add("what each option changes, and the rules of stones, in the smallest positions",
      audit_command(plan, words, "differ", " --every-option"));
  return out;
}

}  // namespace

std::string secret_name(unsigned secret) {
  switch (static_cast<Secret>(secret)) {
    case Secret::decks:
      return "the order of the decks";
    case Secret::hand:
      return "the other hand";
    case Secret::aside:
      return "the cards laid aside";
    case Secret::notes:
      break;
  }
  return "what the other has written down";
}

std::string audit_command(const AuditPlan& plan, const AuditWords& words, const std::string& verb,
                          const std::string& more) {
  std::string out = "gofuda" + words.rules + " " + verb + " " + shell_word(plan.plan.variant->id);
  for (const auto& [key, value] : plan.plan.settings) out += " --set " + shell_word(key + "=" + value);
  return out + more;
}

json figures_of(const AuditPlan& plan, const Measures& m, const AuditWords& words, json& left_out) {
  return Figures(plan, m, words, left_out).all();
}

json checkup_json(const AuditPlan& plan, const Measures& m, const AuditWords& words) {
  json left_out = json::array();
  json out{{"variant", plan.plan.variant->id}, {"title", plan.plan.variant->title}, {"seed", plan.plan.seed}};
  out["settings"] = json::array();
  for (const auto& [key, value] : plan.plan.settings) out["settings"].push_back(key + "=" + value);
  out["players"] = {{"weak", plan.weak}, {"strong", plan.strong}, {"ladder", plan.rungs}};
  out["max_turns"] = plan.plan.most_turns;
  out["games"] = {{"weak", m.weak.tally.games},
                  {"strong", m.strong.tally.games},
                  {"match", 2 * m.match.deals},
                  {"cards", m.worths.empty() ? 0 : plan.sizes.cards},
                  {"options", m.options.empty() ? 0 : plan.sizes.options}};
  out["sizes"] = words.sizes;
  out["stopped"] = m.caught != 0;
  out["command"] = audit_command(plan, words, "audit", "");
  for (const std::string& r : plan.rungs)
    out["command"] = out["command"].get<std::string>() + " --ladder " + shell_word(r);
  out["command"] = out["command"].get<std::string>() + " --weak " + shell_word(plan.weak) + " --strong " +
                   shell_word(plan.strong) + " --seed " + std::to_string(plan.plan.seed) + " --max-turns " +
                   std::to_string(plan.plan.most_turns) + " --sizes " + words.sizes;
  out["findings"] = findings_of(plan, m, words);
  out["figures"] = figures_of(plan, m, words, left_out);
  out["cards"] = cards_table(m), out["options"] = options_table(m);
  if (!m.options.empty())
    left_out.push_back({{"what", "rules.*"},
                        {"why", "the rules of stones are the engine's, not the game's; gofuda differ " +
                                    plan.plan.variant->id + " --every-option tries them"}});
  if (const std::string why = untold_options(m, static_cast<int>(plan.sizes.options), out["findings"]); !why.empty())
    left_out.push_back({{"what", "options without effect"}, {"why", why}});
  for (const auto& [what, why] : m.not_set) left_out.push_back({{"what", what}, {"why", why}});
  if (m.strong.left.empty() && !m.worths.empty())
    left_out.push_back({{"what", "dominated cards"}, {"why", "nobody chooses between cards here"}});
  out["left_out"] = std::move(left_out);
  out["precision"] = json::array();
  for (const Watched* w : {&m.weak, &m.strong})
    if (w->tally.games > 0)
      out["precision"].push_back({{"player", w->player},
                                  {"games", w->tally.games},
                                  {"text", precision_text(w->tally.games)},
                                  {"few", w->tally.games < kFewGames}});
  out["longer"] = longer(plan, m, words);
  return out;
}

}  // namespace gofuda::lab
