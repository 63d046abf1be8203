// Records in the Smart Game Format: read, played by the rules, written and read again.
#include "core/notation/sgf.hpp"

#include "core/notation/saved_game.hpp"
#include "scripting/sgf_game.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tools/sgf/export.hpp"
#include "tools/sgf/import.hpp"

using namespace gofuda;
using namespace gofuda::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = text_of(bytes, size);
  SgfChoice choice;
  choice.lenient = size % 2 == 0;
  Diagnostics out, notes, wrong;
  const auto position = read_sgf_position("record.sgf", text, choice, wrong);
  require(position || wrong.has_errors(), "it is said why there is no position");
  require_shown(wrong);
  Library library = shipped();
  const auto record = tools::play_sgf(library, "record.sgf", text, choice, {}, out, notes);
  require(record || out.has_errors(), "it is said why a record cannot be played");
  require_shown(out);
  require_shown(notes);
  if (!record) return 0;
  const std::string saved = tools::game_text(*record);
  const std::string again = tools::sgf_of(*record->open.variant, *record->open.game, record->settings, record->title);
  Diagnostics none;
  const auto back = tools::play_sgf(library, "again.sgf", again, {}, {}, none, notes);
  require(back.has_value(), "a record that was written can be read", saved + again + to_json(none.list()));
  require(tools::game_text(*back) == saved, "a game is the same when it was a record", saved + again);
  return 0;
}
