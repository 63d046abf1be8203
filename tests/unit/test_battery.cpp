// Random games of every variant in variants/, none of them named here.
#include <algorithm>
#include <iostream>

#include "core/sanitized.hpp"
#include "tests/unit/battery.hpp"
#include "tests/unit/lots.hpp"

using namespace gofuda;
using test::Battery;
using test::Counts;

namespace {

void add(Counts& total, const Counts& more) {
  for (const auto& [k, v] : more) total[k] += v;
}

std::string text(const Counts& counts) {
  std::string s;
  for (const auto& [k, v] : counts) s += k + " " + std::to_string(v) + "; ";
  return s;
}

struct Plan {
  int suspended, straight;  // games
  int dense;                // every so many questions are checked thoroughly
  int longest = 3000;       // turns
};

constexpr Plan kWholePlan = kSanitized ? Plan{1, 1, 80, 400} : Plan{2, 6, 40};
constexpr Plan kSmallPlan = kSanitized ? Plan{2, 6, 60} : Plan{20, 40, 7};
const Plan kOptionPlan = kSanitized           ? Plan{1, 1, 30, 100}
                         : test::share(1) > 1 ? Plan{1, 1, 30, 250}
                                              : Plan{2, 3, 30, 250};

std::shared_ptr<const Variant> play_games(Library& library, const std::string& name, const Settings& settings,
                                          Plan plan, Counts& total) {
  Diagnostics out;
  auto variant = library.variant(name, settings, {}, out);
  INFO(test::joined(out));
  REQUIRE(variant);
  for (int g = 0; g < plan.suspended + plan.straight; ++g) {
    Battery battery(library, variant, settings, static_cast<std::uint64_t>(1000 + g));
    if (g < plan.suspended)
      battery.suspended(plan.dense, plan.longest);
    else
      battery.straight(plan.longest);
    add(total, battery.counts());
  }
  return variant;
}

bool resizable(const Variant& variant) {
  const Grid& grid = variant.ruleset->grid;
  return grid.regions().empty() && grid.area() == grid.width() * grid.height();
}

// What random games of a variant must have met, so that the checks above were about something.
void check_reach(const Variant& variant, Counts& c) {
  const Ruleset& rules = *variant.ruleset;
  auto has = [&](auto&& test) { return std::any_of(rules.cards.begin(), rules.cards.end(), test); };
  CHECK(c["undone"] > 0);
  CHECK(c["replayed"] > 0);
  CHECK(c["dead ends"] == 0);
  const bool captures = rules.rules.captures != CaptureOrder::none;
  CHECK((c["captured"] > 0) == captures);
  if (captures && rules.rules.suicide == SuicideRule::forbidden) CHECK(c["refused: suicide"] > 0);
  // In hexagons the two stones of a ko would have neighbours in common.
  if (captures && rules.rules.ko != KoRule::none) CHECK((c["kos"] > 0) == !rules.grid.topology().hex);
  if (!rules.wins.empty()) CHECK(c["won"] > 0);
  if (rules.rules.dead_stones == DeadStones::agreed) CHECK(c["dead stones asked"] > 0);
  if (rules.cards.empty()) return;
  CHECK(c["card plays"] > 0);
  auto says = [&](const std::string& word) {  // in the turn or a card
    auto in = [&](const auto& script) { return script->source.find(word) != std::string::npos; };
    return in(variant.turn) || std::any_of(variant.cards.begin(), variant.cards.end(), in);
  };
  for (auto [word, what] : {std::pair{"board:recolour(", "recoloured"},
                            {"board:remove(", "removed"},
                            {":declare(", "declared"},
                            {":note(", "notes"},
                            {":take()", "hidden cards exchanged"}}) {
    INFO(word << " " << what);
    if (says(word)) CHECK(c[what] > 0);
  }
  if (has([](const CardInfo& i) { return i.before; })) CHECK(c["skips"] > 0);  // laid aside first
  if (!says(":can_play(")) CHECK(c["unplayable"] > 0);
  if (has([](const CardInfo& i) { return i.answers; })) CHECK((c["answers"] > 0 && c["undone moves"] > 0));
  if (has([](const CardInfo& i) { return i.before; })) CHECK(c["announced"] > 0);
  if (auto rounds = variant.options.find("turn"); rounds != variant.options.end() && rounds->second.contains("rounds"))
    if (rounds->second.at("rounds").value != "1") CHECK(c["shuffles"] > 0);
}

}  // namespace

TEST_CASE("battery: random games of every variant") {
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR}, out);
  REQUIRE(library.names(FileKind::variant).size() >= 4);
  int seen = 0;
  for (const std::string& name : library.names(FileKind::variant)) {
    if (kSanitized && ++seen % 2 != 0) continue;
    DYNAMIC_SECTION(name) {
      Counts total;
      auto variant = play_games(library, name, {}, kWholePlan, total);
      if (resizable(*variant)) play_games(library, name, {{"board.size", "7x7"}}, kSmallPlan, total);
      INFO(text(total));
      check_reach(*variant, total);
      if (std::getenv("GOFUDA_SHOW_COUNTS")) std::cout << name << ": " << text(total) << "\n";
    }
  }
}

TEST_CASE("battery: every value of every option", "[minutes]") {
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR}, out);
  int seen = 0;
  for (const std::string& name : library.names(FileKind::variant)) {
    auto variant = library.variant(name, {}, {}, out);
    REQUIRE(variant);
    Settings base;
    if (resizable(*variant)) base.emplace_back("board.size", "7x7");
    auto with = [&](const std::string& key, const std::string& value) {
      if (kSanitized && ++seen % 3 != 0) return;
      INFO(name << " " << key << "=" << value);  // no sections: each would compile every variant again
      Settings settings = base;
      settings.emplace_back(key, value);
      Counts total;
      play_games(library, name, settings, kOptionPlan, total);
      CHECK(total["games"] == kOptionPlan.suspended + kOptionPlan.straight);
    };
    for (const auto& [id, options] : variant->options)
      for (const auto& [option, chosen] : options)
        for (const std::string& value : chosen.option->values)
          if (value != chosen.value) with(id + "." + option, value);
    for (const RuleField& f : rule_fields())
      for (std::string_view value : f.values)
        if (value != f.get(variant->ruleset->rules)) with("rules." + std::string(f.name), std::string(value));
  }
}
