// Rule files: a variant and, each after a line such as "%% card", a card, a deck, a turn and a win condition for it,
// all of the name `fuzz`. They are checked, and the game is played when it can be.
#include <array>
#include <optional>

#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/mutator.hpp"

using namespace gofuda;
using namespace gofuda::fuzz;

namespace {

struct Part {
  std::string_view mark;
  const char* file;
};
constexpr Part kParts[] = {{"variant", "variants/fuzz.yaml"},
                           {"card", "cards/fuzz.lua"},
                           {"deck", "cards/decks/fuzz.yaml"},
                           {"turn", "variants/turns/fuzz.lua"},
                           {"win", "variants/win/fuzz.lua"}};
using Texts = std::array<std::optional<std::string_view>, std::size(kParts)>;

Texts parts_of(std::string_view input) {
  Texts out;
  std::size_t part = 0, begin = 0;
  for (std::size_t at = 0; at <= input.size();) {
    const std::size_t end = std::min(input.find('\n', at), input.size());
    const std::string_view line = input.substr(at, end - at);
    if (line.starts_with("%% ") || end == input.size()) {
      const std::size_t stop = line.starts_with("%% ") ? at : end;
      if (stop > begin) out[part] = input.substr(begin, stop - begin);
      for (std::size_t i = 0; line.starts_with("%% ") && i < std::size(kParts); ++i)
        if (line.substr(3) == kParts[i].mark) part = i;
      begin = std::min(end + 1, input.size());
    }
    at = end + 1;
  }
  return out;
}

struct House {
  Folder folder;
  Library library;
  House() : library((write_all(), library_with(folder))) {}
  void write_all() const {  // for the library to know of them
    for (const Part& p : kParts) folder.write(p.file, "");
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const House house;
  const Texts texts = parts_of(text_of(bytes, size));
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i])
      house.folder.write(kParts[i].file, *texts[i]);
    else
      house.folder.remove(kParts[i].file);
  Library library = house.library;
  Diagnostics out;
  for (std::size_t i = texts.size(); i-- > 0;)
    if (texts[i]) library.check_file(house.folder.path(kParts[i].file), out);
  require_shown(out);
  if (!texts[0]) return 0;
  Diagnostics again;
  const auto variant = library.variant("fuzz", {}, {}, again);
  require(variant || again.has_errors() || out.has_errors(), "it is said why there is no game");
  if (!variant) return 0;
  std::unique_ptr<Scripts> scripts = make_scripts(variant);
  if (dynamic_cast<LuaScripts*>(scripts.get())) scripts = std::make_unique<ShortScripts>(variant);
  Game game(variant->ruleset, {});
  const bool ahead = size % 5 == 4;
  if (!play(game, *scripts, {size, ahead ? 2 : 4, size % 2 == 0})) return 0;
  if (ahead && !look_ahead(game, *scripts, *variant, {size, 2})) return 0;
  require_same_when_saved(library, *variant, game, {});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed) {
  return mutate_script(bytes, size, most, seed);
}
