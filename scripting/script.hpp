// One Lua file of the library, read and checked: a card, a turn protocol or a win condition.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/shape.hpp"
#include "scripting/bytecode.hpp"
#include "scripting/diagnostic.hpp"
#include "scripting/lua_state.hpp"

namespace gofuda {

struct ApiWord;

enum class ScriptKind { card, turn, win };
std::string_view script_kind_name(ScriptKind k);

// More of a list of a file, and it is refused: its readers may go through all of it again and again.
inline constexpr std::size_t kMostOptions = 64;  // of a script; traits and what a turn asks of its cards are as many
inline constexpr std::size_t kMostOptionValues = 64;

// A house-rule option: its values as files write them; the first is the default.
struct ScriptOption {
  std::string name, text;
  std::vector<std::string> values;
  enum class Type { text, number, boolean } type = Type::text;
};

// A token or mark that a script names with the text itself: me:pay("coin", 1), board:marked("holy"), me.tokens.coin.
struct TallyUse {
  std::string name;
  int line;
  bool mark;
};

// Tokens and marks are named like Lua's own names, so that me.tokens.coin can be written.
bool is_tally_name(std::string_view name);
inline constexpr std::string_view kTallyNameRule =
    "a token or mark is named with at most 64 letters, digits and '_', a letter first, and not null";

struct Script {
  ScriptKind script_kind = ScriptKind::card;
  std::string id;                        // the file's name without .lua
  std::string file;                      // as diagnostics show it
  std::string source;                    // the Lua text
  std::string name, text, kind, credit;  // `credit` is the file's `source` field
  std::optional<Shape> shape;
  std::vector<ScriptOption> options;
  std::map<std::string, std::string> traits;                  // as text, for listings
  std::vector<std::string> hooks;                             // the functions it has, sorted
  std::vector<std::pair<std::string, std::string>> in_force;  // rules and their values, sorted
  bool plain = false;
  int line = 0;                            // a win condition: so many stones in a row; its picture is `shape`
  bool region = false;                     // a win condition: all points of one region
  bool instead = false;                    // a win condition: what its score function gives is all that is counted
  std::vector<std::string> tokens, marks;  // that it names for the game
  std::vector<TallyUse> tally_uses;
  std::vector<const ApiWord*> words;  // that its functions say, as far as that is known without running them
  std::map<std::string, std::vector<std::string>> cards;  // a turn: what its cards must say, and the values it knows
  bool writes = true;       // a function of it may set a field of a table that was there before
  bool needs_hand = false;  // a turn: it plays cards that a game has dealt

  bool has(std::string_view hook) const;
  const ScriptOption* option(std::string_view option_name) const;
};

// The rules that a card on the table can change, as far as a game lets it; "pass" is who may pass.
std::span<const std::string_view> changeable_rules();

struct ScriptField {
  std::string_view name;
  int lua_type;  // LUA_TSTRING, ...
  bool required;
  std::string_view text;  // documentation
};
std::span<const ScriptField> script_fields(ScriptKind k);

// Compiles and runs the file in a sandbox of its own and checks what it returns. Nothing when there is an error; every
// mistake that can be seen at once is in `out`.
std::shared_ptr<const Script> read_script(ScriptKind kind, std::string id, std::string file, std::string source,
                                          Diagnostics& out);

// The lines of `key =` in a script, for messages about a field.
class FieldLines {
 public:
  explicit FieldLines(std::string_view source);  // which must live as long
  int of(std::string_view key) const;            // the first one; 0 when there is none

 private:
  std::unordered_map<std::string_view, int> lines_;
};

// For a state that runs scripts: adds the constructors card{}, turn{} and win{}.
void add_constructors(LuaState& state);
// Runs the chunk; on success leaves its table, whose chunk-level values are made read-only. `kept`: see seal_functions.
bool run_chunk(LuaState& state, const Script& script, LuaError& error, std::vector<ScriptFinding>* kept = nullptr);

}  // namespace gofuda
