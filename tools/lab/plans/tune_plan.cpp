#include "tools/lab/plans/tune_plan.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/plans/worths.hpp"
#include "tools/lab/report/figures.hpp"

namespace gofuda::lab {

namespace {

bool ended(const GameRecord& g) { return g.outcome != GameResult::fault && g.outcome != GameResult::stopped; }

std::optional<int> half_wins(const GameRecord& g, Seat seat) {
  if (!ended(g)) return std::nullopt;
  if (g.outcome == GameResult::draw) return 1;
  return (g.outcome == GameResult::black) == (seat == Seat::black) ? 2 : 0;
}

bool read_number(const std::string& text, double& to) {
  std::istringstream in(text);
  char rest = 0;
  return in >> to && !(in >> rest) && std::isfinite(to);
}

const Aim* aim_of(const TunePlan& plan, const std::string& name) {
  const auto at = std::find_if(plan.aims.begin(), plan.aims.end(), [&](const Aim& a) { return a.kind->name == name; });
  return at == plan.aims.end() ? nullptr : &*at;
}

class AimReader {
 public:
  AimReader(TunePlan& plan, Diagnostics& out) : plan_(plan), file_(plan.cells.file), out_(out) {}

  void read() {
    const YamlNode* aims = file_.root.find("aims");
    if (!aims || aims->kind != YamlNode::Kind::map || aims->fields.empty())
      return wrong(aims ? *aims : file_.root, "aims", "'aims' says what the game is to be like: 'begins: [48, 52]'");
    for (const YamlField& f : aims->fields) read_one(f);
    if (!out_.has_errors()) contradictions(*aims);
    number("confirm", plan_.confirm, plan_.cells.games);
    number("deals", plan_.deals, 200);
  }

 private:
  void wrong(const YamlNode& node, std::string code, std::string message) {
    yaml_error(file_, node, std::move(code), std::move(message), out_);
  }

  void number(const char* key, std::uint64_t& to, std::uint64_t fallback) {
    const YamlNode* node = file_.root.find(key);
    to = fallback;
    if (!node) return;
    if (auto n = yaml_integer(file_, *node, std::string("'") + key + "'", 2, tools::kMostGames, out_))
      to = static_cast<std::uint64_t>(*n);
  }

  void read_one(const YamlField& field) {
    const std::string& name = field.first.text;
    std::vector<std::string> names;
    for (const AimKind& k : aim_kinds()) names.emplace_back(k.name);
    const auto kind =
        std::find_if(aim_kinds().begin(), aim_kinds().end(), [&](const AimKind& k) { return k.name == name; });
    if (kind == aim_kinds().end())
      return wrong(field.first, "aim", "there is no aim " + in_quotes(name) + did_you_mean(name, names));
    const auto ends = yaml_list(file_, field.second, "the aim " + in_quotes(name), out_);
    Aim aim{&*kind, 0, 0};
    const std::string form = "an aim is two numbers, the lower one first, such as [48, 52]: " + std::string(kind->text);
    if (ends.size() != 2 || !read_number(ends[0]->text, aim.low) || !read_number(ends[1]->text, aim.high) ||
        aim.low >= aim.high)
      return wrong(field.second, "aim", form);
    if (aim.high < kind->least || aim.low > kind->most)
      return wrong(field.second, "aim",
                   "no game is so: " + in_quotes(name) + " lies between " + fixed(kind->least, 0) + " and " +
                       fixed(kind->most, 0));
    plan_.aims.push_back(aim);
  }

  const Aim* aim(const char* name) const { return aim_of(plan_, name); }

  // Black's, White's and half of the draws make 100 %.
  void contradictions(const YamlNode& node) {
    const Aim *black = aim("black"), *white = aim("white"), *draws = aim("draws"), *endless = aim("endless");
    if (black && white && (black->low + white->low > 100 || black->high + white->high < 100))
      wrong(node, "aims-contradict",
            "the aims contradict one another: what Black and White win, with half of the draws for each, is 100 % "
            "together");
    if (draws && endless && draws->low + endless->low > 100)
      wrong(node, "aims-contradict", "the aims contradict one another: 'draws' and 'endless' are more than all games");
    if (draws && draws->low > 0)
      for (const Aim* a : {black, white, aim("begins")})
        if (a && (a->high < draws->low / 2 || a->low > 100 - draws->low / 2))
          wrong(node, "aims-contradict",
                "the aims contradict one another: with so many draws '" + std::string(a->kind->name) +
                    "' is nearer to 50 %");
  }

  TunePlan& plan_;
  const YamlFile& file_;
  Diagnostics& out_;
};

// Where a colour begins in all games, who begins is that colour.
void contradicted_by_rules(const TunePlan& plan, const std::vector<Candidate>& candidates, Diagnostics& out) {
  const Aim* begins = aim_of(plan, "begins");
  const auto begins_with = [&](Seat seat) {
    return std::all_of(candidates.begin(), candidates.end(), [&](const Candidate& c) { return c.facts.first == seat; });
  };
  for (const auto& [seat, other] : {std::pair{Seat::black, "white"}, {Seat::white, "black"}}) {
    const std::string own(seat_name(seat));
    const Aim *same = aim_of(plan, own), *against = aim_of(plan, other);
    if (!begins || candidates.empty() || !begins_with(seat)) continue;
    const bool apart = (same && (same->high < begins->low || begins->high < same->low)) ||
                       (against && (begins->low + against->low > 100 || begins->high + against->high < 100));
    if (apart)
      yaml_error(
          plan.cells.file, *plan.cells.file.root.find("aims"), "aims-contradict",
          "the aims contradict one another: here " + own + " always begins, so that 'begins' is what " + own + " wins",
          out);
  }
}

}  // namespace

const std::vector<AimKind>& aim_kinds() {
  static const std::vector<AimKind> kKinds{
      {"begins", "% of the games that who begins wins, a draw for half", 50, 0, 100, true,
       [](const GameRecord& g) { return half_wins(g, g.first); }},
      {"black", "% of the games that Black wins, a draw for half", 50, 0, 100, true,
       [](const GameRecord& g) { return half_wins(g, Seat::black); }},
      {"white", "% of the games that White wins, a draw for half", 50, 0, 100, true,
       [](const GameRecord& g) { return half_wins(g, Seat::white); }},
      {"draws", "% of the games that are drawn", 100, 0, 100, true,
       [](const GameRecord& g) {
         return ended(g) ? std::optional(g.outcome == GameResult::draw ? 1 : 0) : std::nullopt;
       }},
      {"endless", "% of the games that do not end", 100, 0, 100, true,
       [](const GameRecord& g) { return std::optional(ended(g) ? 0 : 1); }},
      {"length", "turns of a game, on average", 1, 0, tools::kMostTurns, false,
       [](const GameRecord& g) { return ended(g) ? std::optional(g.turns) : std::nullopt; }},
      {"lead", "Black's lead in points, komi included, of games that are counted", 1.0 / kWholePoint, -1000, 1000,
       false, [](const GameRecord& g) { return ended(g) && g.counted ? std::optional(g.margin) : std::nullopt; }},
      {kCardAim, "how much more often a side wins for being dealt a card, in %: of each card", 25, -100, 100, true,
       nullptr},
  };
  return kKinds;
}

namespace {

std::optional<TunePlan> with_aims(std::optional<SweepPlan> cells, Diagnostics& out) {
  if (!cells) return std::nullopt;
  TunePlan plan;
  plan.cells = std::move(*cells);
  AimReader(plan, out).read();
  if (out.has_errors()) return std::nullopt;
  return plan;
}

bool aims_at_cards(const TunePlan& plan) {
  return std::any_of(plan.aims.begin(), plan.aims.end(), [](const Aim& aim) { return aim.of_cards(); });
}

}  // namespace

std::optional<TunePlan> read_tune_plan(const std::string& path, Diagnostics& out) {
  return with_aims(read_tune_cells(path, out), out);
}

std::optional<TunePlan> parse_tune_plan(const std::string& name, const std::string& text, Diagnostics& out) {
  return with_aims(parse_tune_cells(name, text, out), out);
}

std::vector<Candidate> tune_candidates(const TunePlan& plan, Library& library, Diagnostics& out) {
  const auto read = [&](const PlanCell& cell) -> std::optional<Candidate> {
    auto made = make_cell(plan.cells, cell, library, out);
    if (!made) return std::nullopt;
    tools::RulesFacts facts = tools::facts_of(*made->variant->ruleset);
    return Candidate{std::move(*made), std::move(facts)};
  };
  return tune_candidates(plan, read, out);
}

std::vector<Candidate> tune_candidates(const TunePlan& plan, const CandidateReader& read, Diagnostics& out) {
  std::vector<Candidate> all;
  for (const PlanCell& cell : plan.cells.cells) {
    auto made = read(cell);
    if (!made) break;
    if (aims_at_cards(plan) && made->facts.cards.empty()) {
      yaml_error(plan.cells.file, *plan.cells.file.root.find("aims"), "aim",
                 "'" + cell.variant + "' has no deck of cards, so that no aim can be of its cards", out);
      break;
    }
    all.push_back(std::move(*made));
  }
  if (!out.has_errors()) contradicted_by_rules(plan, all, out);
  return all;
}

std::int64_t games_to_confirm(const Aim& aim, double spread) {
  constexpr double kBothEnds = 2.128 + 1.282;  // normal quantiles: of a third of 5 %, and of four times of five at both
  const double half = (aim.high - aim.low) / 2;
  return static_cast<std::int64_t>(std::ceil(std::pow(kBothEnds * spread / half, 2)));
}

}  // namespace gofuda::lab
