// The userdata behind the API's objects, and how the words get at them.
#pragma once

#include <lua.h>

#include <array>
#include <optional>

#include "core/run.hpp"
#include "scripting/api.hpp"
#include "scripting/scripts.hpp"

namespace gofuda::api {

// Every object begins with the address of its type's name: only the host makes userdata, so that is all a check has to
// look at.
struct LuaObject {
  const char* type;
};
struct LuaSeat : LuaObject {
  Seat seat;
  bool secret;
};
struct LuaBoard : LuaObject {};
struct LuaCard : LuaObject {
  CardId id;
  std::optional<Zone> from;  // the pile it was picked from: of two copies, this one is meant
};
struct LuaMove : LuaObject {
  int index;
};
struct LuaPile : LuaObject {
  Owner owner;
  Zone zone;
};
struct LuaPoints : LuaObject {
  PointSet set;
  bool vacant = false;  // it is board.empty as it was: stones that land one by one may use points freed on the way
  std::uint16_t ordered = 0;  // > 0: the order in which a player named them
  std::array<Point, 32> order{};
};

inline constexpr char kSeat[] = "Seat";
inline constexpr char kBoard[] = "Board";
inline constexpr char kCard[] = "Card";
inline constexpr char kMove[] = "Move";
inline constexpr char kPile[] = "Pile";
inline constexpr char kPoints[] = "Points";

// The argument as the object, or a script error that says what was expected.
std::string type_name(lua_State* L, int index);  // "Seat", "string", ...
[[noreturn]] void wrong_object(lua_State* L, int index, const char* type);
inline void* test(lua_State* L, int index, const char* type) {
  auto* p = static_cast<LuaObject*>(lua_touserdata(L, index));
  return p && !lua_islightuserdata(L, index) && p->type == type ? p : nullptr;
}
inline void* check(lua_State* L, int index, const char* type) {
  void* p = test(L, index, type);
  if (!p) wrong_object(L, index, type);
  return p;
}
inline Seat seat_at(lua_State* L, int i) { return static_cast<LuaSeat*>(check(L, i, kSeat))->seat; }
inline bool secret_at(lua_State* L, int i) { return static_cast<LuaSeat*>(check(L, i, kSeat))->secret; }
inline CardId card_at(lua_State* L, int i) { return static_cast<LuaCard*>(check(L, i, kCard))->id; }
inline std::optional<Zone> zone_at(lua_State* L, int i) { return static_cast<LuaCard*>(check(L, i, kCard))->from; }
inline LuaPoints& points_at(lua_State* L, int i) { return *static_cast<LuaPoints*>(check(L, i, kPoints)); }
long count_at(lua_State* L, int i, long least, long most);  // a whole number
const char* text_at(lua_State* L, int i);
std::vector<std::string> labels_at(lua_State* L, int first);  // all arguments from there on: words to choose from
LuaPoints& push_points(lua_State* L);
void push_card_of(lua_State* L, CardId c, Zone from);  // nil for kNoCard

Run& run_of(lua_State* L);
// For words that act or ask: unwinds when the run has stopped; an error in a function that only judges.
void go_on(lua_State* L, Run& run);
void name_points(lua_State* L, Run& run, int count);  // before so many are added to the play's unit
// The run, and an error unless a card is being played: only a play changes the board.
Run& play_of(lua_State* L, const char* word);
PointSet vacant(const Run& run);  // and not used by the play in progress
PointSet stones(const Run& run, Colour c);

std::span<const ApiWord> seat_words();
std::span<const ApiWord> seat_card_words();
std::span<const ApiWord> board_words();
std::span<const ApiWord> object_words();

}  // namespace gofuda::api
