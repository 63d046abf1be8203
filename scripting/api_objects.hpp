// The userdata behind the API's objects, and how they are read from and put on Lua's stack.
#pragma once

#include <lhost.h>
#include <lua.h>

#include <optional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "scripting/api.hpp"
#include "scripting/scripts.hpp"

namespace gofuda {

inline void LuaScripts::push(lua_State* L, int ref) { lua_pushkept(L, ref); }
inline void LuaScripts::push_seat(lua_State* L, Seat s, bool secret) { push(L, seats_[secret][index(s)]); }
inline void LuaScripts::push_protocol(lua_State* L) { push(L, protocol_); }

}  // namespace gofuda

namespace gofuda::api {

// Every object begins with the address of its type's name: only the host makes userdata, and scripts see no light ones,
// so that is all a check has to look at.
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
  CopyId copy;  // kNoCopy: whichever
  Card card() const { return {id, copy}; }
};
struct LuaMove : LuaObject {
  int index;
};
struct LuaPile : LuaObject {
  Owner owner;
  Zone zone;
  bool some = false;         // only the cards that were looked at, as far as they lie there
  std::uint16_t looked = 0;  // the numbers of their copies follow the object
  std::span<CopyId> copies() { return {reinterpret_cast<CopyId*>(this + 1), looked}; }
  std::span<const CopyId> copies() const { return {reinterpret_cast<const CopyId*>(this + 1), looked}; }
};
static_assert(sizeof(LuaPile) % alignof(CopyId) == 0);
struct LuaPoints : LuaObject {
  bool vacant = false;  // it is board.empty as it was: stones that land one by one may use points freed on the way
  std::uint16_t ordered = 0;  // > 0: the order in which a player named them follows the object
  PointSet set;
  Point* order() { return reinterpret_cast<Point*>(this + 1); }
  const Point* order() const { return reinterpret_cast<const Point*>(this + 1); }
};

inline constexpr char kSeat[] = "Seat";
inline constexpr char kBoard[] = "Board";
inline constexpr char kCard[] = "Card";
inline constexpr char kMove[] = "Move";
inline constexpr char kPile[] = "Pile";
inline constexpr char kPoints[] = "Points";

// The argument as the object, or a script error that says what was expected.
std::string type_name(lua_State* L, int index);      // "Seat", "string", ...
std::string argument_text(lua_State* L, int index);  // "argument 2 of pick", of the word that is running; "the object"
[[noreturn]] void wrong_object(lua_State* L, int index, const char* type);
inline void* test(lua_State* L, int index, const char* type) {
  auto* p = static_cast<LuaObject*>(index > 0 ? lua_hostobject(L, index) : lua_touserdata(L, index));
  return p && p->type == type ? p : nullptr;
}
template <class Object>
Object& object_at(lua_State* L, int index, const char* type) {
  void* p = test(L, index, type);
  if (!p) [[unlikely]]
    wrong_object(L, index, type);
  return *static_cast<Object*>(p);
}
inline LuaSeat& seat_at(lua_State* L, int i) { return object_at<LuaSeat>(L, i, kSeat); }
inline LuaCard& card_at(lua_State* L, int i) { return object_at<LuaCard>(L, i, kCard); }
inline LuaPoints& points_at(lua_State* L, int i) { return object_at<LuaPoints>(L, i, kPoints); }
inline LuaPile& pile_at(lua_State* L, int i) { return object_at<LuaPile>(L, i, kPile); }
inline LuaMove& move_at(lua_State* L, int i) { return object_at<LuaMove>(L, i, kMove); }
long count_at(lua_State* L, int i, long least, long most);  // a whole number
const char* text_at(lua_State* L, int i);
std::vector<std::string> labels_at(lua_State* L, int first);  // all arguments from there on: words to choose from

int half_points_at(lua_State* L, int i);  // whole or half points, doubled
void push_half_points(lua_State* L, int twice);

LuaPoints& push_points(lua_State* L, std::size_t ordered = 0);  // empty, for the caller alone to fill
void push_set(lua_State* L, const PointSet& set);
inline void push_point(lua_State* L, Point p) { LuaScripts::from(L).push_point(L, p); }  // the set of it alone
void new_move(lua_State* L, int index);
// Record::last_move, for a script that pays for the moves that are looked at.
int last_move(lua_State* L, const Record& record, Seat seat, int before);
void push_looked(lua_State* L, Owner owner, Zone zone, std::span<const Card> cards);  // a pile of these alone
std::vector<Card> cards_in(const Run& run, const LuaPile& pile);                      // the last is the top
void must_be_open(const LuaPile& pile, lua_State* L);

// The run whose script this is, or a script error.
inline Run& run_of(lua_State* L) {
  auto* scripts = static_cast<LuaScripts*>(LuaState::from(L).user);
  Run* run = scripts ? scripts->run() : nullptr;
  if (!run) [[unlikely]]
    LuaState::raise(L, "argument", "there is no game here yet; use this inside a function of the card");
  return *run;
}
inline const Ruleset& rules_of(lua_State* L) { return *LuaScripts::from(L).variant().ruleset; }

PointSet vacant(const Run& run);  // and not used by the play in progress
PointSet stones(const Run& run, Colour c);
PointSet walls(const Run& run, lua_State* L);         // with those of the play in progress
void name_points(lua_State* L, Run& run, int count);  // before so many are added to the play's unit

std::span<const ApiWord> seat_words();
std::span<const ApiWord> seat_card_words();
std::span<const ApiWord> board_words();
std::span<const ApiWord> way_words();
std::span<const ApiWord> points_words();
std::span<const ApiWord> object_words();
std::span<const ApiWord> tally_words();

}  // namespace gofuda::api
