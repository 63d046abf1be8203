// The userdata behind the API's objects, and how the words get at them.
#pragma once

#include <array>

#include <lua.h>

#include "core/run.hpp"
#include "scripting/api.hpp"
#include "scripting/scripts.hpp"

namespace gofuda::api {

struct LuaSeat { Seat seat; };
struct LuaBoard { char unused; };
struct LuaCard { CardId id; };
struct LuaMove { int index; };
struct LuaPile { Owner owner; Zone zone; };
struct LuaPoints {
  PointSet set;
  bool vacant = false;             // it is board.empty as it was: stones that land one by one may use points freed on the way
  std::uint16_t ordered = 0;       // > 0: the order in which a player named them
  std::array<Point, 32> order{};
};

inline constexpr const char* kSeat = "Seat";
inline constexpr const char* kBoard = "Board";
inline constexpr const char* kCard = "Card";
inline constexpr const char* kMove = "Move";
inline constexpr const char* kPile = "Pile";
inline constexpr const char* kPoints = "Points";

// The argument as the object, or a script error that says what was expected.
void* check(lua_State* L, int index, const char* type);
void* test(lua_State* L, int index, const char* type);
template <class T> T& self(lua_State* L, const char* type) { return *static_cast<T*>(check(L, 1, type)); }
inline Seat seat_at(lua_State* L, int i) { return static_cast<LuaSeat*>(check(L, i, kSeat))->seat; }
inline CardId card_at(lua_State* L, int i) { return static_cast<LuaCard*>(check(L, i, kCard))->id; }
inline LuaPoints& points_at(lua_State* L, int i) { return *static_cast<LuaPoints*>(check(L, i, kPoints)); }
long count_at(lua_State* L, int i, long least, long most);  // a whole number
const char* text_at(lua_State* L, int i);
LuaPoints& push_points(lua_State* L);

Run& run_of(lua_State* L);
// Unwinds when the run has stopped.
inline void go_on(lua_State* L, Run& run) { if (run.stopped()) LuaState::stop(L); }
// The run, and an error unless a card is being played: only a play changes the board.
Run& play_of(lua_State* L, const char* word);
void mark_site(lua_State* L, Question& q);   // where the script asks
PointSet vacant(const Run& run);             // with what the play in progress has named so far
PointSet stones(const Run& run, Colour c);

std::span<const ApiWord> seat_words();
std::span<const ApiWord> board_words();
std::span<const ApiWord> object_words();

}  // namespace gofuda::api
