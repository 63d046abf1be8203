// Games under values of all options and rules at once, drawn at random. GOFUDA_GAMES: how many games;
// GOFUDA_FIRST_GAME: the number of the first.
#include <cstdlib>
#include <iostream>

#include "tests/unit/battery.hpp"
#include "tests/unit/lots.hpp"

using namespace gofuda;
using test::Battery;
using test::Counts;

namespace {

constexpr int kMostDraws = 200, kMostTurns = 600;

class Drawn {
  std::uint32_t below(std::uint32_t n) { return random_.below(n); }
  template <class List>
  const auto& any(const List& list) {
    return list[below(static_cast<std::uint32_t>(list.size()))];
  }

 public:
  explicit Drawn(std::uint64_t seed) : random_(seed, 77) {}

  // A value for every option and rule of the variant, and now and then for all else that can be set.
  Settings settings(const Variant& variant, const Library& library) {
    Settings out;
    const auto now_and_then = [&](const std::string& key, std::uint32_t one_of, const auto& values) {
      if (below(one_of) == 0 && !values.empty()) out.emplace_back(key, any(values));
    };
    now_and_then(below(2) ? "deck" : "common_deck", 8, library.names(FileKind::deck));
    now_and_then("turn", 8, library.names(FileKind::turn));
    now_and_then("win", 8, library.names(FileKind::win));
    now_and_then("rules.preset", 8, library.names(FileKind::preset));
    now_and_then("board.wrap", 6, std::vector<std::string>{"none", "columns", "rows", "both"});
    now_and_then("board.neighbours", 6, std::vector<std::string>{"square", "hex"});
    if (below(8) == 0) out.emplace_back("deal", text(below(6)));
    for (const CardInfo& c : variant.ruleset->cards)
      if (below(8) == 0) out.emplace_back("deck." + c.id, text(below(6)));
    for (const auto& [id, options] : variant.options)
      for (const auto& [name, chosen] : options) out.emplace_back(id + "." + name, any(chosen.option->values));
    for (const RuleField& f : rule_fields()) {
      const std::string value = f.values.empty() ? number(f.name) : std::string(any(f.values));
      out.emplace_back("rules." + std::string(f.name), value);
    }
    if (below(2) == 0) out.emplace_back("board.size", text(1 + below(9)) + "x" + text(1 + below(9)));
    if (below(4) == 0) out.emplace_back("handicap", text(below(6)));
    if (below(4) == 0) out.emplace_back("first", below(2) ? "black" : "white");
    return out;
  }

 private:
  static std::string text(std::uint32_t n) { return std::to_string(n); }
  std::string number(std::string_view field) {
    if (field == "komi") return (below(2) ? "-" : "") + text(below(20)) + (below(2) ? ".5" : "");
    if (field == "passes_to_end") return text(below(4));
    if (field == "stones") return below(2) ? "0" : text(1 + below(40));
    FAIL("a rule whose values this test does not know: " << field);
    return "";
  }

  Random random_;
};

std::string shown(const std::string& name, const Settings& settings) {
  std::string out = name;
  for (const auto& [key, value] : settings) out += " --set " + key + "=" + value;
  return out;
}

void play_one(Library& library, const std::string& name, std::uint64_t seed, Counts& total) {
  Diagnostics none;
  const auto plain = library.variant(name, {}, {}, none);
  REQUIRE(plain);
  Drawn drawn(seed);
  for (int i = 0; i < kMostDraws; ++i) {
    const Settings settings = drawn.settings(*plain, library);
    INFO(shown(name, settings) << ", game " << seed);
    Diagnostics out;
    const auto variant = library.variant(name, settings, {}, out);
    if (!variant) {
      REQUIRE(out.has_errors());
      for (const Diagnostic& d : out.list()) {
        CHECK((!d.file.empty() && !d.code.empty() && !d.message.empty()));
        ++total["refused: " + d.code];
      }
      continue;
    }
    Battery battery(library, variant, settings, seed);
    battery.driven(kMostTurns);
    for (const auto& [what, n] : battery.counts()) total[what] += n;
    return;
  }
  FAIL("no rules of " << name << " are accepted, game " << seed);
}

}  // namespace

TEST_CASE("random options: games under any values of all options") {
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR}, out);
  const std::vector<std::string> names = library.names(FileKind::variant);
  Counts total;
  const int first = test::wanted("GOFUDA_FIRST_GAME", 0);
  const int games = test::wanted("GOFUDA_GAMES", 200 / test::share(10));
  for (int g = first; g < first + games; ++g)
    play_one(library, names[static_cast<std::size_t>(g) % names.size()], static_cast<std::uint64_t>(g), total);
  if (std::getenv("GOFUDA_SHOW_COUNTS"))
    for (const auto& [what, n] : total) std::cout << what << " " << n << "\n";
  CHECK(total["games"] + total["limit"] == games);
  CHECK(total["limit"] <= games / 200);
  if (games < 40) return;
  CHECK(total["over"] > games / 2);
  CHECK(total["card plays"] > games);
  CHECK(total["captured"] > games);
}
