// Cards: Lua text, played in one of three games. The number after "--" at its beginning chooses the game,
// the seed, and whether programs that look ahead play it on.
#include <charconv>

#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/mutator.hpp"

using namespace gofuda;
using namespace gofuda::fuzz;

namespace {

constexpr const char* kGames[] = {"draw", "hand", "two"};

struct Table {
  Folder folder;
  Library library;
  Table() : library((write_all(), library_with(folder))) {}

 private:
  void write_all() const {
    folder.write("cards/fuzz.lua", "");
    folder.write(
        "cards/decks/drawn.yaml",
        "deck: drawn\ncards: { fuzz: 9, free-block: 2, free-card: 2, twice: 2, change: 2, keima: 2, delete-3: 1 }\n");
    folder.write("cards/decks/held.yaml", "deck: held\ncards: { fuzz: 12, refutation: 3, sabaki: 3, kibitzer: 3 }\n");
    folder.write("variants/draw.yaml",
                 "variant: draw\nextends: go\nboard: { size: 5x5 }\nturn: draw-and-play\ndeck: drawn\n");
    folder.write("variants/hand.yaml",
                 "variant: hand\nextends: go\nboard: { size: 5x5 }\nturn: hand-of-three\ncommon_deck: held\n"
                 "options: { turn.opening: 0 }\n");
    folder.write("variants/two.yaml",
                 "variant: two\nextends: go\nboard: { size: 6x4 }\nturn: draw-two-play-one\ncommon_deck: drawn\n"
                 "rules: { placement: one-by-one }\n");
  }
};

std::uint64_t number_of(std::string_view card) {
  std::uint64_t n = 0;
  if (card.starts_with("--")) std::from_chars(card.data() + 2, card.data() + card.size(), n);
  return n;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const Table table;
  const std::string_view card = text_of(bytes, size);
  const std::uint64_t number = number_of(card);
  table.folder.write("cards/fuzz.lua", card);
  Library library = table.library;
  Diagnostics out;
  const auto script = library.script(FileKind::card, "fuzz", {}, out);
  require_shown(out);
  require(script || out.has_errors(), "it is said what is wrong with a card");
  if (!script) return 0;
  const auto variant = library.variant(kGames[number % std::size(kGames)], {}, {}, out);
  require_shown(out);
  if (!variant) return 0;
  ShortScripts scripts(variant);
  Setup setup;
  setup.key = {number, 0};
  Game game(variant->ruleset, setup);
  const bool ahead = number % 5 == 4;
  if (!play(game, scripts, {number, ahead ? 3 : 6, number % 2 == 0})) return 0;
  if (ahead && !look_ahead(game, scripts, *variant, {number, 2})) return 0;
  require_same_when_saved(library, *variant, game, {});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed) {
  return mutate_script(bytes, size, most, seed);
}
