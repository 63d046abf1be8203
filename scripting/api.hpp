// What scripts can say: the objects, their methods and properties. One table serves the bindings, the reference in
// cards/README.md, the editor's definition file and the static checks.
#pragma once

#include <lua.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/cards.hpp"
#include "core/point.hpp"

namespace gofuda {

// What a word takes at one place. `range`: a number, or the least and the most; `labels`: all arguments from there on
// are texts; `unknown`: neither that argument nor what comes after it is known here.
enum class Takes : std::uint8_t {
  seat,
  board,
  points,
  card,
  pile,
  move,
  number,
  range,
  text,
  labels,
  function,
  unknown
};
struct Taken {
  Takes what;
  bool optional = false;
};
struct ApiFunction {
  lua_CFunction call;
  int least;                     // so many arguments it must be given, the object among them
  std::span<const Taken> takes;  // the object among them; what may follow is not known
  constexpr operator lua_CFunction() const { return call; }
};
struct ApiWord {
  const char* object;     // "Seat", "Board", "Points", "Card", "Move", "Pile" or "" for a global
  const char* signature;  // "pick(least, most, points)"; a property has no brackets
  const char* returns;    // type in LuaCATS terms, "" for none
  const char* text;       // one or two sentences
  ApiFunction function;
  bool property;
  bool constant = false;  // a property that is the same for the whole game
  std::string name() const;
  int least() const { return function.least - (*object ? 1 : 0); }  // arguments in its brackets
};
std::span<const ApiWord> api_words();
const ApiWord* find_api_word(std::string_view object, std::string_view name);  // nullptr where there is none
std::vector<std::string> api_names_of(std::string_view object);                // for a guess which one is meant
const std::vector<std::string>& api_method_names();                            // of all objects and strings, sorted

// For a state whose user is a LuaScripts with its variant. Seats, the board and piles are made once and then given
// their words, when all that these refer to is there; new_card takes an options table and, below it, a traits table or
// nil off the stack; new_card_of leaves one of that copy of the card at `index`.
void new_seat(lua_State* L, Seat s, bool secret);  // secret: its questions are answered unseen
void new_board(lua_State* L);
void new_pile(lua_State* L, Owner owner, Zone zone);
void give_words(lua_State* L, int index);
void new_card(lua_State* L, CardId id);
void new_card_of(lua_State* L, int index, CopyId copy);
// The metatables of the objects that come and go.
void new_points_type(lua_State* L);
void new_moves_type(lua_State* L);
void new_piles_type(lua_State* L);  // of cards that were looked at

}  // namespace gofuda
