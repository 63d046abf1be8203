// Random games of every variant in variants/, none of them named here.
#include <algorithm>
#include <iostream>

#include "tests/unit/battery.hpp"

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

// What random games of a variant must have met, so that the checks above were about something.
void check_reach(const Variant& variant, Counts& c) {
  const Ruleset& rules = *variant.ruleset;
  auto has = [&](auto&& test) { return std::any_of(rules.cards.begin(), rules.cards.end(), test); };
  CHECK(c["undone"] > 0);
  CHECK(c["replayed"] > 0);
  CHECK(c["dead ends"] == 0);
  CHECK(c["captured"] > 0);
  if (rules.rules.suicide == SuicideRule::forbidden) CHECK(c["refused: suicide"] > 0);
  if (rules.rules.ko != KoRule::none) CHECK(c["kos"] > 0);
  if (rules.cards.empty()) return;
  CHECK(c["card plays"] > 0);
  CHECK(c["skips"] > 0);
  CHECK(c["unplayable"] > 0);
  CHECK(c["recoloured"] > 0);
  CHECK(c["removed"] > 0);
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
  for (const std::string& name : library.names(FileKind::variant)) {
    DYNAMIC_SECTION(name) {
      Counts total;
      auto games = [&](const Settings& settings, int suspended, int straight, int dense) {
        auto variant = library.variant(name, settings, {}, out);
        INFO(test::joined(out));
        REQUIRE(variant);
        for (int g = 0; g < suspended + straight; ++g) {
          Battery battery(library, variant, settings, static_cast<std::uint64_t>(1000 + g));
          if (g < suspended) battery.suspended(2, 3000);
          else battery.straight(3000);
          add(total, battery.counts());
        }
        return variant;
      };
      auto variant = games({}, 4, 10, 40);
      const Grid& grid = variant->ruleset->grid;
      if (grid.regions().empty() && grid.area() == grid.width() * grid.height()) games({{"board.size", "7x7"}}, 30, 40, 11);
      check_reach(*variant, total);
      INFO(text(total));
      CHECK(total["games"] > 0);
      if (std::getenv("GOFUDA_SHOW_COUNTS")) std::cout << name << ": " << text(total) << "\n";
    }
  }
}
