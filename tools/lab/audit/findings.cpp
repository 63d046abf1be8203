// What in the games is worth a look. What chance may have done is none: all tests of an audit are adjusted together.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/lab/audit/checkup.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/summary_parts.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;

constexpr double kRare = 0.05;        // a card that can be played so seldom counts as one that cannot
constexpr double kSilent = 0.02;      // an option that changes so few games counts as one without effect
constexpr double kEven = 0.55;        // who begins may win so much and the game is even
constexpr double kManyDraws = 0.25;   // of the games
constexpr double kDecides = 0.25;     // a card that makes a side win so much more often decides alone
constexpr double kLittleSkill = 0.6;  // of the games against a weak player
constexpr int kEarly = 333;           // thousandths of a game, after which it is decided early
constexpr double kLongGames = 0.02;   // of the games
constexpr int kLong = 3;              // times the median
constexpr double kSure = 1e-4;        // by itself
constexpr double kFound = 0.05;       // of all tests of an audit together
constexpr std::size_t kNamed = 8;     // of a list

struct Candidate {
  json finding;
  double p = 0;
};

std::string listed(std::vector<std::string> names) {
  const std::size_t all = names.size();
  if (all > kNamed) names.resize(kNamed);
  return tools::joined(names, ", ") + (all > kNamed ? " and " + std::to_string(all - kNamed) + " more" : "");
}

// Does the script say the option's name only where it declares it?
bool is_unread(const Script& script, const std::string& name) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::size_t times = 0;
  for (std::size_t at = script.source.find(name); at != std::string::npos; at = script.source.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    times +=
        (at == 0 || !in_word(script.source[at - 1])) && (end == script.source.size() || !in_word(script.source[end]));
  }
  return times <= 1;
}

class Checks {
 public:
  Checks(const AuditPlan& plan, const Measures& m, const AuditWords& words) : plan_(plan), m_(m), words_(words) {}

  json all() {
    for (const Watched* w : {&m_.weak, &m_.strong}) faults(*w), beginners(*w), draws(*w), tail(*w);
    endless();
    unplayable();
    decisive();
    dominated();
    options();
    skill();
    early();
    return sorted();
  }

 private:
  json finding(const char* id, const std::string& text, const json& figure, const std::string& players,
               const std::string& command) const {
    json out{{"id", id}, {"text", text}, {"players", players}, {"command", command}, {"p_adjusted", nullptr}};
    for (const FindingKind& k : finding_kinds())
      if (std::string(k.id) == id) out["level"] = k.level;
    out["figure"] = figure;
    return out;
  }
  static json share(std::int64_t k, std::int64_t n) { return share(k, n, n); }
  static json share(std::int64_t k, std::int64_t n, std::int64_t worth) {
    json j = share_json(k, n, worth);
    j["unit"] = "%", j["method"] = "Wilson", j["value"] = j["rate"];
    return j;
  }
  void fact(json f) { facts_.push_back(std::move(f)); }
  // It is one only if the test is passed; made is the test in any case.
  void test(double p, std::optional<json> f) { tests_.push_back({f ? std::move(*f) : json(nullptr), p}); }
  std::string simulate(const std::string& player, std::int64_t games, const std::string& more = "") const {
    return audit_command(plan_, words_, "simulate",
                         " --black " + player + " --white " + player + " --games " + std::to_string(games) +
                             " --seed " + std::to_string(plan_.plan.seed) + more);
  }
  std::string until() const { return " --max-turns " + std::to_string(plan_.plan.most_turns); }

  void faults(const Watched& w) {
    const Tally& t = w.tally;
    if (t.faults == 0) return;
    const auto worst = std::max_element(t.fault_kinds.begin(), t.fault_kinds.end(),
                                        [](const auto& a, const auto& b) { return a.second.games < b.second.games; });
    fact(finding("faults",
                 std::to_string(t.faults) + " of " + tools::counted(t.games, "game") + " failed, " +
                     std::to_string(worst->second.games) + " of them so: " + worst->first,
                 share(t.faults, t.games), w.player,
                 simulate(w.player, static_cast<std::int64_t>(worst->second.first) + 1, " --out faults.sqlite")));
  }

  void endless() {
    for (const Watched* w : {&m_.weak, &m_.strong}) {
      if (w->tally.stopped == 0) continue;
      const bool seen = m_.cycle && m_.cycle_player == w->player;
      std::string text = std::to_string(w->tally.stopped) + " of " + tools::counted(w->tally.games, "game") +
                         " had no end after " + std::to_string(plan_.plan.most_turns) + " turns";
      if (seen)
        text += "; game " + std::to_string(m_.cycle_game) + " comes back to the same " +
                (m_.cycle->cards ? "position" : "board") + " every " + std::to_string(m_.cycle->turns) + " turns";
      json f = finding("endless", text, share(w->tally.stopped, w->tally.games), w->player,
                       simulate(w->player, w->tally.games, until()));
      if (m_.cycle_player == w->player) {
        f["game"] = m_.cycle_game;
        f["cycle"] = seen ? json{{"turns", m_.cycle->turns}, {"cards", m_.cycle->cards}} : json(nullptr);
        f["dispute"] = seen && !m_.cycle->dispute.empty() ? json(m_.cycle->dispute) : json(nullptr);
        f["remedies"] = remedies();
        const bool ends = !f["remedies"].empty();
        f["text"] = text + (ends ? "; " + f["remedies"][0]["set"].get<std::string>() + " ends them" : "");
        if (ends)
          f["command"] = audit_command(plan_, words_, "compare",
                                       f["remedies"][0]["b"].get<std::string>() + " --black " + w->player +
                                           " --white " + w->player + " --games " + std::to_string(w->tally.games) +
                                           " --seed " + std::to_string(plan_.plan.seed) + until());
      }
      fact(std::move(f));
    }
  }

  json remedies() const {
    json out = json::array();
    for (const Remedy& r : m_.remedies) {
      std::string set, b;
      for (const auto& [k, v] : r.settings) set += (set.empty() ? "" : " ") + k + "=" + v, b += " --b " + k + "=" + v;
      out.push_back({{"set", set}, {"b", b}, {"ended", r.ended}, {"of", r.games}});
    }
    return out;
  }

  // So many of so many games, where games that are the same again are worth one.
  static std::pair<std::int64_t, std::int64_t> distinct(const Tally& t, std::int64_t k, std::int64_t n) {
    return {std::llround(t.telling() * static_cast<double>(k)), t.worth(n)};
  }

  void beginners(const Watched& w) {
    const Tally& t = w.tally;
    const std::int64_t decided = t.ended() - t.draws, won = t.began_wins[0] + t.began_wins[1];
    if (decided == 0) return;
    const auto [k, n] = distinct(t, won, decided);
    const double p = std::min(1.0, 2 * std::min(share_above_p(k, n, kEven), share_above_p(n - k, n, kEven)));
    seat_decides_ |= p < kSure;
    json figure = share_json(won, decided, n);
    figure["unit"] = "%", figure["method"] = "Wilson", figure["value"] = figure["rate"];
    test(p, finding(
                "who-begins",
                std::string("who begins wins ") + (2 * won > decided ? "more" : "less") + " often than in an even game",
                figure, w.player, simulate(w.player, t.games)));
  }

  void draws(const Watched& w) {
    const Tally& t = w.tally;
    if (t.ended() == 0) return;
    const auto [k, n] = distinct(t, t.draws, t.ended());
    test(share_above_p(k, n, kManyDraws),
         finding("draws", std::to_string(t.draws) + " of " + tools::counted(t.ended(), "game") + " drawn",
                 share(t.draws, t.ended(), t.worth(t.ended())), w.player, simulate(w.player, t.games)));
  }

  void tail(const Watched& w) {
    const Histogram& h = w.tally.turns;
    const std::int64_t n = total(h);
    if (n == 0) return;
    const double middle = median(h);
    std::int64_t over = 0;
    for (const auto& [turns, games] : h) over += turns > kLong * middle ? games : 0;
    const auto [k, of] = distinct(w.tally, over, n);
    test(share_above_p(k, of, kLongGames),
         finding("tail",
                 std::to_string(over) + " of " + std::to_string(n) +
                     " games are longer than three times the median of " + fixed(middle, 0) +
                     " turns; the longest has " + std::to_string(h.rbegin()->first),
                 share(over, n, w.tally.worth(n)), w.player, simulate(w.player, w.tally.games)));
  }

  void unplayable() {
    const Ruleset& rules = *plan_.plan.variant->ruleset;
    std::vector<std::string> never;
    for (const CardId c : kinds_in_decks(rules)) {
      std::int64_t drawn = 0, played = 0, refused = 0;
      for (const Watched* w : {&m_.weak, &m_.strong}) {
        if (w->tally.cards.size() <= c) continue;
        const CardTally& t = w->tally.cards[c];
        for (std::size_t s = 0; s < 2; ++s) drawn += t.drawn[s], played += t.played[s], refused += t.unplayable[s];
      }
      const std::int64_t tries = std::max(drawn, refused);
      if (played == 0 && tries == 0) never.push_back(rules.cards[c].name);
      if (played > 0 || tries == 0) continue;
      json f = finding("unplayable",
                       rules.cards[c].name + " was never played, though " + std::to_string(tries) + " were drawn",
                       share(0, tries), both_players(),
                       "gofuda" + words_.rules + " try " + rules.cards[c].id + " --variant " + plan_.plan.variant->id);
      f["card"] = rules.cards[c].id;
      test(std::pow(1 - kRare, static_cast<double>(tries)), f);
    }
    if (never.empty() || m_.caught != 0 || m_.weak.tally.ended() + m_.strong.tally.ended() == 0) return;
    json f = finding("never-drawn", "never drawn in any game: " + listed(never), share(0, games()), both_players(),
                     audit_command(plan_, words_, "show variant", ""));
    fact(std::move(f));
  }

  void decisive() {
    for (const CardWorth& w : m_.worths) {
      Histogram halves;  // of both sides, so that 4 is a win more in each game
      const bool good = mean(w.half_wins) >= 0;
      for (const auto& [value, games] : w.half_wins) halves[good ? value : -value] = games;
      if (total(halves) < 2) continue;
      const auto interval = mean_interval(halves);
      const double m = mean(halves) / 4, least = 4 * kDecides;
      // Where all games come out alike there is no spread to test: then each is a coin that fell the same way.
      const auto n = total(halves);
      const double p = mean_above_p(halves, least).value_or(m > kDecides ? std::pow(0.5 + kDecides / 2, n) : 1);
      json figure{{"value", good ? m : -m}, {"unit", "%"}, {"method", "Student"}, {"games", n}};
      figure["interval"] = nullptr;
      if (interval)
        figure["interval"] =
            good ? json{interval->low / 4, interval->high / 4} : json{-interval->high / 4, -interval->low / 4};
      json f = finding(
          "decides",
          "a side that is dealt " + w.name + " wins " + fixed(100 * m, 1) + " % " + (good ? "more" : "less") + " often",
          figure, plan_.weak,
          audit_command(plan_, words_, "cards",
                        " --black " + plan_.weak + " --white " + plan_.weak + (m_.worth_of_top ? " --at top" : "")));
      f["card"] = w.id;
      test(p, f);
    }
  }

  // A card that a player who looks ahead has never taken where another was to be had.
  void dominated() {
    const auto taken = [&](CardId c, CardId where) {
      const auto it = m_.strong.left.find({c, where});
      return it == m_.strong.left.end() ? 0 : it->second;
    };
    std::map<CardId, std::pair<CardId, std::int64_t>> by;  // the one that was taken most often instead
    for (const auto& [pair, times] : m_.strong.left) {
      if (taken(pair.second, pair.first) > 0 || plays(pair.second) > 0) continue;
      if (auto& worst = by[pair.second]; times > worst.second) worst = {pair.first, times};
    }
    std::size_t pairs = 0;
    for (const auto& [pair, times] : m_.strong.left)
      pairs += pair.first < pair.second || taken(pair.second, pair.first) == 0;
    for (const auto& [card, other] : by) {
      const Ruleset& rules = *plan_.plan.variant->ruleset;
      json f = finding(
          "dominated",
          rules.cards[card].name + " was never taken where " + rules.cards[other.first].name +
              " was offered as well and one of the two was taken: 0 of " + std::to_string(other.second) + " times",
          share(0, other.second), plan_.strong, "gofuda" + words_.rules + " show card " + rules.cards[card].id);
      f["card"] = rules.cards[card].id, f["by"] = rules.cards[other.first].id;
      test(std::pow(0.5, static_cast<double>(other.second)), f);
    }
    for (std::size_t i = by.size(); i < pairs; ++i) test(1, std::nullopt);
  }
  // How often it was taken from any offer.
  std::int64_t plays(CardId card) const {
    std::int64_t n = 0;
    for (const auto& [pair, times] : m_.strong.left) n += pair.first == card ? times : 0;
    return n;
  }

  void options() {
    for (const auto& [key, t] : pairs_by_option(m_)) {
      const std::int64_t n = t.pairs - t.apart;
      if (n == 0) continue;
      if (t.differing > 0) {
        test(1, std::nullopt);
        continue;
      }
      const std::size_t dot = key.find('.');
      const bool unread = unread_in(key.substr(0, dot), key.substr(dot + 1));
      json f = finding(unread ? "unread-option" : "silent-option",
                       unread ? "no script reads " + key : "no other value of " + key + " has changed a game",
                       share(0, n), plan_.weak,
                       audit_command(plan_, words_, "differ",
                                     " --set " + key + "=" + other_value(key) + " --games " + std::to_string(n)));
      f["option"] = key;
      const double p = std::pow(1 - kSilent, static_cast<double>(n));
      if (unread) fact(f);
      test(p, unread ? std::nullopt : std::optional(std::move(f)));
    }
  }
  std::string other_value(const std::string& key) const {
    for (const OptionValue& o : m_.options)
      if (o.key == key) return o.value;
    return "";
  }
  bool unread_in(const std::string& id, const std::string& name) const {
    const Variant& v = *plan_.plan.variant;
    if (id == "turn") return v.turn && is_unread(*v.turn, name);
    for (const auto* scripts : {&v.cards, &v.wins})
      for (const auto& s : *scripts)
        if (s->id == id) return is_unread(*s, name);
    return false;
  }

  void skill() {
    const Duel& d = m_.match;
    if (d.deals == 0 || seat_decides_) return;  // then that is what is wrong
    std::int64_t halves = 0;
    for (const auto& [value, deals] : d.halves) halves += value * deals;
    const std::int64_t lost = 2 * d.deals - halves / 2;
    json figure{{"value", mean(d.halves) / 4},
                {"interval", interval_json(mean_interval(d.halves), 4)},
                {"unit", "%"},
                {"method", "Student"},
                {"games", 2 * d.deals}};
    test(share_above_p(lost, 2 * d.deals, 1 - kLittleSkill),
         finding("no-skill",
                 plan_.strong + " wins only " + fixed(100 * mean(d.halves) / 4, 1) + " % against " + plan_.weak +
                     ": what the players do decides little",
                 figure, plan_.strong + ", " + plan_.weak,
                 audit_command(plan_, words_, "simulate", " --black " + plan_.strong + " --white " + plan_.weak)));
  }

  // Of games that are all alike there is no variance to test by. Were they decided after a third on average, no more of
  // them than this could be decided by then, the others being decided at their very end.
  static double always_so_early(double settled, std::int64_t games) {
    if (settled >= kEarly) return 1;
    return std::pow((1000.0 - kEarly) / (1000 - settled), static_cast<double>(games));
  }

  void early() {
    const Histogram& h = m_.strong.drama.settled;
    Histogram turned;
    for (const auto& [value, games] : h) turned[-value] = games;
    if (total(h) < 2) return;
    const Tally& t = m_.strong.tally;
    const auto interval = mean_interval_of(h, t.telling());
    json figure{{"value", mean(h) / 1000},
                {"interval", interval_json(interval, 1000)},
                {"unit", "%"},
                {"method", "Student"},
                {"games", total(h)}};
    test(mean_above_p(thinned(turned, t.telling()), -kEarly).value_or(always_so_early(mean(h), t.worth(total(h)))),
         finding("decided-early",
                 "the later winner is ahead for good after " + fixed(mean(h) / 10, 1) + " % of the game", figure,
                 plan_.strong, simulate(plan_.strong, m_.strong.tally.games)));
  }

  std::int64_t games() const { return m_.weak.tally.games + m_.strong.tally.games; }
  std::string both_players() const { return plan_.weak + ", " + plan_.strong; }

  // Those of one kind are one finding, and what is left of them after the adjustment.
  json sorted() {
    std::vector<double> p;
    for (const Candidate& c : tests_) p.push_back(c.p);
    const std::vector<double> adjusted = holm(p);
    json out = facts_.empty() ? json::array() : json(facts_);
    for (std::size_t i = 0; i < tests_.size(); ++i)
      if (!tests_[i].finding.is_null() && adjusted[i] < kFound) {
        tests_[i].finding["p_adjusted"] = adjusted[i];
        out.push_back(std::move(tests_[i].finding));
      }
    std::stable_sort(out.begin(), out.end(), [&](const json& a, const json& b) { return rank(a) < rank(b); });
    return out;
  }
  static std::size_t rank(const json& f) {
    std::size_t i = 0;
    for (const FindingKind& k : finding_kinds()) {
      if (f["id"] == k.id) return i;
      ++i;
    }
    return i;
  }

  const AuditPlan& plan_;
  const Measures& m_;
  const AuditWords& words_;
  bool seat_decides_ = false;
  std::vector<json> facts_;
  std::vector<Candidate> tests_;
};

}  // namespace

const std::vector<FindingKind>& finding_kinds() {
  static const std::vector<FindingKind> kKinds{
      {"faults", "error", "games in which a script failed or a turn had no legal answer"},
      {"endless", "error", "games without end"},
      {"unplayable", "error", "a card that cannot be played"},
      {"decides", "warning", "a card that decides alone: who is dealt it wins 25 % more games, or less"},
      {"who-begins", "warning", "who begins, or does not, wins more than 55 %"},
      {"no-skill", "warning", "the strong player wins less than 60 % against the weak one"},
      {"decided-early", "warning", "the winner is ahead for good before a third of the game"},
      {"draws", "warning", "more than a quarter of the games are drawn"},
      {"dominated", "warning", "a card that is never taken where another is to be had"},
      {"unread-option", "warning", "an option that no script reads"},
      {"silent-option", "note", "an option whose values have changed no game"},
      {"tail", "note", "more than one game in fifty is longer than three times the median"},
      {"never-drawn", "note", "a card that never came up"},
  };
  return kKinds;
}

json findings_of(const AuditPlan& plan, const Measures& m, const AuditWords& words) {
  return Checks(plan, m, words).all();
}

}  // namespace gofuda::lab
