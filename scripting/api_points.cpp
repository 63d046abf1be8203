// The words of a set of points.
#include "core/ways.hpp"
#include "scripting/api_word.hpp"

namespace gofuda::api {

namespace of_points {
namespace {

PointSet united(const PointSet& a, const PointSet& b) { return a | b; }
PointSet without(const PointSet& a, const PointSet& b) { return a - b; }
PointSet common(const PointSet& a, const PointSet& b) { return a & b; }
int count(const PointSet& points) { return points.count(); }
bool equal(const PointSet& a, const PointSet& b) { return a == b; }
std::string text(const PointSet& points, lua_State* L) {
  LuaState::charge(L, 8 * static_cast<std::uint64_t>(points.count()));
  return to_string(points);
}
bool empty(const PointSet& points) { return points.empty(); }
bool contains(const PointSet& all, const PointSet& some) { return all.contains_all(some); }
bool touches(const PointSet& a, const PointSet& b) { return a.intersects(b); }

PointSet shifted(const PointSet& from, Count<-kMaxSide, kMaxSide> columns, Count<-kMaxSide, kMaxSide> rows,
                 const Grid& grid, lua_State* L) {
  LuaState::charge(L, static_cast<std::uint64_t>(from.count()));
  return grid.moved(from, columns.value, rows.value);
}

constexpr std::pair<std::string_view, Mirror> kMirrors[] = {
    {"columns", Mirror::columns}, {"rows", Mirror::rows}, {"diagonal", Mirror::diagonal}};

void need_square(const Grid& grid, const char* what, lua_State* L) {
  if (grid.width() != grid.height())
    LuaState::raise(L, "argument",
                    std::string(what) + " takes a board that is as wide as high, and this one has " +
                        std::to_string(grid.width()) + " columns and " + std::to_string(grid.height()) + " rows");
}

PointSet reflected(const PointSet& points, const char* how, const Grid& grid, lua_State* L) {
  LuaState::charge(L, static_cast<std::uint64_t>(points.count()));
  for (const auto& [name, mirror] : kMirrors) {
    if (name != how) continue;
    if (mirror == Mirror::diagonal) need_square(grid, "reflected(\"diagonal\")", L);
    return gofuda::reflected(grid, points, mirror);
  }
  LuaState::raise(L, "argument",
                  "points are reflected in their \"columns\", their \"rows\" or the \"diagonal\", not in \"" +
                      std::string(how) + "\"");
}

PointSet turned(const PointSet& points, std::optional<Count<0, 3>> quarters, const Grid& grid, lua_State* L) {
  LuaState::charge(L, static_cast<std::uint64_t>(points.count()));
  const int n = quarters ? quarters->value : 1;
  if (n % 2 == 1) need_square(grid, "a quarter of a turn", L);
  return gofuda::turned(grid, points, n);
}

Point first_of(const PointSet& points, const char* word, lua_State* L) {
  const Point p = points.first();
  if (p == kNoPoint)
    LuaState::raise(
        L, "argument",
        std::string("an empty set of points has no '") + word + "'; ask first: if not points.empty then ... end");
  return p;
}
int column(const PointSet& points, lua_State* L) { return column_of(first_of(points, "column", L)) + 1; }
int row(const PointSet& points, lua_State* L) { return row_of(first_of(points, "row", L)) + 1; }

PointSet first(const PointSet& points) {
  PointSet out;
  if (const Point p = points.first(); p != kNoPoint) out.insert(p);
  return out;
}

PointSet where(const PointSet& points, lua_State* L) {
  if (!lua_isfunction(L, 2)) LuaState::raise(L, "argument", "where takes a function(point)");
  PointSet found;
  points.for_each([&](Point p) {
    lua_pushvalue(L, 2);
    push_point(L, p);
    lua_call(L, 1, 1);
    if (lua_toboolean(L, -1)) found.insert(p);
    lua_pop(L, 1);
  });
  return found;
}

int next_point(lua_State* L) {  // upvalue: what is left
  LuaPoints& rest = *static_cast<LuaPoints*>(lua_touserdata(L, lua_upvalueindex(1)));
  const Point p = rest.set.first();
  if (p == kNoPoint) return lua_pushnil(L), 1;
  rest.set.erase(p);
  push_point(L, p);
  return 1;
}
Pushed each(const PointSet& points, lua_State* L) {
  push_points(L).set = points;
  lua_pushcclosure(L, next_point, 1);
  return {};
}

using enum Does;
constexpr ApiWord kWords[] = {
    {"Points", "contains(points)", "boolean", "Whether all of the other set's points are in this one.",
     word<looks, contains>, false},
    {"Points", "touches(points)", "boolean", "Whether the two sets share a point.", word<looks, touches>, false},
    {"Points", "each()", "fun(): Points?", "for p in points:each() do ... end, each p a set of one point.",
     word<looks, each>, false},
    {"Points", "where(fits)", "Points", "The points p for which fits(p) is true, each p a set of one point.",
     word<looks, where>, false},
    {"Points", "first()", "Points", "The first point, lowest row first, as a set of one; empty when there is none.",
     word<looks, first>, false},
    {"Points", "shifted(columns, rows)", "Points",
     "The points so many columns to the right and rows up from these, as far as the board has them; across edges that "
     "are joined.",
     word<looks, shifted>, false},
    {"Points", "reflected(how)", "Points",
     "The points seen in a mirror: \"columns\" exchanges left and right, \"rows\" top and bottom, \"diagonal\" columns "
     "and rows.",
     word<looks, reflected>, false},
    {"Points", "turned(quarters)", "Points",
     "The points turned about the middle of the board by so many quarters of a turn, clockwise; by one without a "
     "number.",
     word<looks, turned>, false},
    {"Points", "column", "integer", "The column of the first point, from 1 at the left.", word<looks, column>, true},
    {"Points", "row", "integer", "The row of the first point, from 1 at the bottom.", word<looks, row>, true},
    {"Points", "empty", "boolean", "Whether there is no point.", word<looks, empty>, true},
    {"Points", "__len(points)", "integer", "#points: how many points.", word<looks, count>, false},
    {"Points", "__add(a, b)", "Points", "a + b: the points in either.", word<looks, united>, false},
    {"Points", "__sub(a, b)", "Points", "a - b: the points of a that are not in b.", word<looks, without>, false},
    {"Points", "__mul(a, b)", "Points", "a * b: the points in both.", word<looks, common>, false},
    {"Points", "__eq(a, b)", "boolean", "", word<looks, equal>, false},
    {"Points", "__tostring(points)", "string", "", word<looks, text>, false},
};

}  // namespace
}  // namespace of_points

std::span<const ApiWord> points_words() { return of_points::kWords; }

}  // namespace gofuda::api
