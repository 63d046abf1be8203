#include "scripting/api.hpp"

#include <lauxlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/notation/text.hpp"
#include "scripting/api_word.hpp"
#include "scripting/guesses.hpp"

namespace gofuda {

using namespace api;

namespace api {

namespace {

// What stands there, as wrong_argument names it.
std::string given_type(lua_State* L, int index) { return lua_isnone(L, index) ? "" : type_name(L, index); }

}  // namespace

std::string argument_text(lua_State* L, int index) {
  lua_Debug ar;
  const bool known = lua_getstack(L, 0, &ar) && lua_getinfo(L, "n", &ar) && ar.name;
  const bool alone = known && std::string_view("glu").find(ar.namewhat[0]) != std::string_view::npos;  // of no object
  if (alone) return "argument " + std::to_string(index) + " of " + ar.name;
  if (index == 1) return "the object";
  const bool named = known && ar.namewhat[0] == 'm';
  return "argument " + std::to_string(index - 1) + (named ? " of " + std::string(ar.name) : "");
}

std::string type_name(lua_State* L, int index) {
  if (lua_isnoneornil(L, index)) return "nothing";
  return lua_type(L, index) == LUA_TUSERDATA ? static_cast<LuaObject*>(lua_touserdata(L, index))->type
                                             : luaL_typename(L, index);
}

namespace {

// What the operator takes that has met another object than it can take; "" where no operator runs.
std::string wrong_operand(lua_State* L) {
  lua_Debug ar;
  if (!lua_getstack(L, 0, &ar) || !lua_getinfo(L, "n", &ar) || !ar.name ||
      std::string_view(ar.namewhat) != "metamethod")
    return "";
  const std::string_view event = ar.name;
  const std::string one = said_type(type_name(L, 1)), two = said_type(type_name(L, 2));
  if (event == "eq") return one + " never is " + two + "; == and ~= ask of two of a kind whether they are the same";
  const char* sign = event == "add" ? "+" : event == "sub" ? "-" : event == "mul" ? "*" : nullptr;
  if (!sign) return "";
  const bool seat = type_name(L, 1) == kSeat || type_name(L, 2) == kSeat;
  return std::string(sign) + " takes two sets of points, not " + (type_name(L, 1) == kPoints ? two : one) +
         (seat ? "; a side's stones are me.stones" : "");
}

}  // namespace

void wrong_object(lua_State* L, int index, const char* type) {
  if (const std::string operand = wrong_operand(L); !operand.empty()) LuaState::raise(L, "argument", operand);
  const std::string place = argument_text(L, index);
  if (index == 1)
    LuaState::raise(L, "argument",
                    place + " must be " + said_type(type) + ", not " + said_type(type_name(L, index)) +
                        "; call it with a colon: object:word(...)");
  const std::string text = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : "";
  LuaState::raise(L, "argument", wrong_argument(place, type, given_type(L, index), text));
}

long count_at(lua_State* L, int i, long least, long most) {
  int whole = 0;
  const bool number = lua_type(L, i) == LUA_TNUMBER;
  const lua_Integer n = number ? lua_tointegerx(L, i, &whole) : 0;
  if (whole && n >= least && n <= most) [[likely]]
    return static_cast<long>(n);
  const std::string place = argument_text(L, i);
  const std::string text = lua_type(L, i) == LUA_TSTRING ? lua_tostring(L, i) : "";
  if (!number) LuaState::raise(L, "argument", wrong_argument(place, "number", given_type(L, i), text));
  if (!whole) LuaState::raise(L, "argument", place + " must be a whole number");
  LuaState::raise(
      L, "argument",
      place + " must be from " + std::to_string(least) + " to " + std::to_string(most) + ", not " + std::to_string(n));
}

const char* text_at(lua_State* L, int i) {
  if (lua_type(L, i) != LUA_TSTRING)
    LuaState::raise(L, "argument", wrong_argument(argument_text(L, i), "string", given_type(L, i), ""));
  std::size_t n = 0;
  const char* s = lua_tolstring(L, i, &n);
  if (n > 200) LuaState::raise(L, "argument", argument_text(L, i) + " is a text of more than 200 bytes");
  const std::string_view text(s, n);
  const std::size_t good = utf8_prefix(text.substr(0, text.find('\0')));
  if (good < n)
    LuaState::raise(
        L, "argument",
        argument_text(L, i) + " is a text with the byte " + printable(text.substr(good, 1)) + ", which is not UTF-8");
  return s;
}

namespace {

bool is_word(std::string_view label) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (label.empty()) return false;
  if (std::all_of(label.begin(), label.end(), is_letter)) return true;  // the usual one, quickly
  return label.find_first_of(" ,()\"") == std::string_view::npos && printable(label) == label;
}

std::string hyphened(std::string label) {
  std::replace(label.begin(), label.end(), ' ', '-');
  return label;
}

}  // namespace

std::vector<std::string> labels_at(lua_State* L, int first) {
  int n = lua_gettop(L);
  if (n < first || n - first + 1 > 39) LuaState::raise(L, "argument", "there are from 1 to 39 labels to choose from");
  std::vector<std::string> labels;
  labels.reserve(static_cast<std::size_t>(n - first + 1));
  for (int i = first; i <= n; ++i) {
    if (lua_type(L, i) != LUA_TSTRING)
      LuaState::raise(
          L, "argument",
          wrong_argument(argument_text(L, i), "string", type_name(L, i), "") + "; " + std::string(kOneByOne));
    const std::string_view label = text_at(L, i);
    if (!is_word(label))
      LuaState::raise(L, "argument",
                      "the label '" + printable(label) + "' must be one word, so that it can be typed" +
                          (label.find(' ') == std::string_view::npos
                               ? ""
                               : ", such as '" + printable(hyphened(std::string(label))) + "'"));
    if (std::find(labels.begin(), labels.end(), label) != labels.end())
      LuaState::raise(L, "argument", "the label '" + std::string(label) + "' is there twice");
    labels.emplace_back(label);
  }
  return labels;
}

void only_looks(lua_State* L) {
  LuaState::raise(L, "argument",
                  "this function only looks, at whether a card may be used or a side has won; it cannot act");
}

void only_asks(lua_State* L) {
  LuaState::raise(
      L, "argument",
      "inside both(...) the sides only answer: side:pick, side:choose, side:pick_card; do the rest after it");
}

void only_in_a_card(lua_State* L, const char* word) {
  LuaState::raise(
      L, "argument",
      std::string(word) + " belongs in a card; a turn changes the board through me:play(card) and me:stone()");
}

namespace {

void locate(lua_State* L, Run& run) {
  std::string file;
  int line = 0;
  if (LuaState::where(L, file, line)) run.locate_fault(file, line);
}

}  // namespace

// Nothing here is left to be destroyed: each frame that has to clean up makes unwinding longer.
void unwind(lua_State* L, Run& run, bool plain) {
  if (run.status() == Status::fault && run.fault().file.empty()) locate(L, run);
  LuaState::stop(L, plain);
}

// No play has a use for more points than the board has, and a list without end would eat the memory.
void name_points(lua_State* L, Run& run, int count) {
  const Unit& u = run.unit();
  std::size_t named = u.place.size() + u.remove.size() + u.recolour.size() + u.wall.size() + u.unwall.size() +
                      static_cast<std::size_t>(count);
  if (named > 2 * static_cast<std::size_t>(run.rules().grid.area()))
    LuaState::raise(L, "argument", "a play names more points than the board has");
  LuaState::charge(L, 2 * static_cast<std::uint64_t>(count));
}

void give(lua_State* L, const ThePoints& points) {
  if (!points.vacant && points.order.empty()) return push_set(L, points.set);
  LuaPoints& out = push_points(L, points.order.size());
  out.set = points.set;
  out.vacant = points.vacant;
  std::copy(points.order.begin(), points.order.end(), out.order());
}

PointSet vacant(const Run& run) {
  PointSet s = run.position().board.points_of(Colour::empty);
  if (!run.in_play()) return s;
  const Unit& u = run.unit();
  for (const Stone& x : u.place) s.erase(x.point);
  for (Point p : u.wall) s.erase(p);
  return s;
}

PointSet stones(const Run& run, Colour c) {
  PointSet s = run.position().board.points_of(c);
  if (!run.in_play()) return s;
  const Unit& u = run.unit();
  for (Point p : u.remove) s.erase(p);
  for (const Stone& x : u.recolour) x.colour == c ? s.insert(x.point) : s.erase(x.point);
  for (const Stone& x : u.place)
    if (x.colour == c) s.insert(x.point);
  return s;
}

PointSet walls(const Run& run, lua_State* L) {
  PointSet out = walls_of(run.rules().grid, run.position().board);
  if (!run.in_play()) return out;
  const Unit& u = run.unit();
  LuaState::charge(L, (u.wall.size() + u.unwall.size()) / 8);
  for (Point p : u.wall) out.insert(p);
  for (Point p : u.unwall) out.erase(p);
  return out;
}

}  // namespace api

std::string ApiWord::name() const {
  std::string s = signature;
  return s.substr(0, s.find('('));
}

std::span<const ApiWord> api_words() {
  static const std::vector<ApiWord> all = [] {
    std::vector<ApiWord> v;
    for (auto part :
         {seat_words(), seat_card_words(), board_words(), way_words(), points_words(), object_words(), tally_words()})
      v.insert(v.end(), part.begin(), part.end());
    return v;
  }();
  return all;
}

const ApiWord* find_api_word(std::string_view object, std::string_view name) {
  const std::span<const ApiWord> all = api_words();
  const auto at =
      std::find_if(all.begin(), all.end(), [&](const ApiWord& w) { return w.object == object && w.name() == name; });
  return at == all.end() ? nullptr : &*at;
}

std::vector<std::string> api_names_of(std::string_view object) {
  std::vector<std::string> names;
  for (const ApiWord& w : api_words())
    if (w.object == object && !w.name().starts_with("__")) names.push_back(w.name());
  return names;
}

const std::vector<std::string>& api_method_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> v{"byte", "find", "format", "len", "lower", "rep", "reverse", "sub", "upper"};
    for (const ApiWord& w : api_words())
      if (!w.property && *w.object) v.push_back(w.name());
    std::sort(v.begin(), v.end());
    v.erase(std::unique(v.begin(), v.end()), v.end());
    return v;
  }();
  return names;
}

}  // namespace gofuda
