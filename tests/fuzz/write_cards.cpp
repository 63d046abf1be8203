// gofuda_written_cards NUMBER FOLDER: rules with so many cards of the writer's, each with a deck and a game of its own.
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>

#include "scripting/library.hpp"
#include "tests/fuzz/writer.hpp"

namespace {

constexpr int kMost = 100000;
// What follows "cards: { fuzz: 9", and the game.
struct Kind {
  const char* others;
  const char* game;
};
constexpr Kind kKinds[] = {
    {"free-block: 2, free-card: 2, keima: 2", "turn: draw-and-play\ndeck: "},
    {"refutation: 3, sabaki: 3, kibitzer: 3", "turn: hand-of-three\noptions: { turn.opening: 0 }\ncommon_deck: "},
    {"twice: 2, change: 2, delete-3: 1", "turn: draw-two-play-one\nrules: { placement: one-by-one }\ncommon_deck: "}};

bool write(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream out(path);
  out << text;
  return out.good();
}

std::filesystem::path card_path(const std::filesystem::path& folder, const std::string& id) {
  return folder / "cards" / (id + ".lua");
}

std::string id_of(int number) { return "written-" + std::to_string(number); }

// Where a card is refused when it is read, it is written anew.
bool write_readable(const std::filesystem::path& folder, int count) {
  using namespace gofuda;
  constexpr int kTries = 20;
  for (int k = 0, tries = 0; k < count;) {
    Diagnostics out;
    Library library({folder.string(), GOFUDA_SOURCE_RULES_DIR}, out);
    for (; k < count && library.variant(id_of(k), {}, {}, out); ++k) tries = 0;
    if (k == count) return true;
    const auto seed =
        static_cast<std::uint64_t>(k) + static_cast<std::uint64_t>(kMost) * static_cast<unsigned>(++tries);
    if (tries > kTries || !write(card_path(folder, id_of(k)), fuzz::written_card(seed))) return false;
  }
  return true;
}

bool write_game(const std::filesystem::path& folder, int number) {
  const Kind& kind = kKinds[static_cast<std::size_t>(number) % std::size(kKinds)];
  const std::string id = id_of(number);
  return write(card_path(folder, id), gofuda::fuzz::written_card(static_cast<std::uint64_t>(number))) &&
         write(folder / "cards/decks" / (id + ".yaml"),
               "deck: " + id + "\ncards: { " + id + ": 9, " + kind.others + " }\n") &&
         write(folder / "variants" / (id + ".yaml"),
               "variant: " + id + "\nextends: go\nboard: { size: 5x5 }\n" + kind.game + id + "\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string_view said = argv[1];
  int number = 0;
  const auto [end, error] = std::from_chars(said.data(), said.data() + said.size(), number);
  if (error != std::errc() || end != said.data() + said.size() || number < 1 || number > kMost) return 2;
  for (int k = 0; k < number; ++k)
    if (!write_game(argv[2], k)) return 1;
  return write_readable(argv[2], number) ? 0 : 1;
}
