// The words of the board about rows, lines, ways and what is surrounded, and those that move stones along them.
#include <algorithm>
#include <array>
#include <string_view>

#include "core/ways.hpp"
#include "scripting/api_word.hpp"

namespace gofuda::api {

namespace of_ways {
namespace {

// A word that goes over the board step by step.
void charge_ways(lua_State* L, const Grid& grid) { LuaState::charge(L, 4 * static_cast<std::uint64_t>(grid.area())); }

// Lines that are followed to their end; where the board wraps, that may be all around it and over every point.
void charge_lines(lua_State* L, const Grid& grid, int lines, int directions) {
  const auto each = static_cast<std::uint64_t>(directions);
  LuaState::charge(L, 6 * each * static_cast<std::uint64_t>(lines) +
                          (grid.topology().wraps() ? each * static_cast<std::uint64_t>(grid.area()) : 0));
}

PointSet neighbours(LuaBoard, const PointSet& from, const Grid& grid, lua_State* L) {
  LuaState::charge(L, static_cast<std::uint64_t>(from.count()));
  return grid.neighbours(from);
}

// --- rows and lines

template <PointSet (*kLine)(const Grid&, int), int (*kPlace)(Point)>
PointSet lines_through(const PointSet& points, const Grid& grid, lua_State* L) {
  LuaState::charge(L, static_cast<std::uint64_t>(grid.area()));
  PointSet out;
  for (PointSet left = points; !left.empty();) {
    const Point p = left.first();
    const PointSet here = kLine(grid, kPlace(p));
    out |= here;
    left -= here;
    left.erase(p);
  }
  return out;
}

PointSet row(LuaBoard, lua_State* L, const Grid& grid) {
  LuaState::charge(L, static_cast<std::uint64_t>(grid.height()));
  if (lua_type(L, 2) != LUA_TNUMBER) return lines_through<gofuda::row, row_of>(points_at(L, 2).set, grid, L);
  return gofuda::row(grid, static_cast<int>(count_at(L, 2, 1, grid.height())) - 1);
}

PointSet column(LuaBoard, lua_State* L, const Grid& grid) {
  LuaState::charge(L, static_cast<std::uint64_t>(grid.width()));
  if (lua_type(L, 2) == LUA_TNUMBER) return gofuda::column(grid, static_cast<int>(count_at(L, 2, 1, grid.width())) - 1);
  if (lua_type(L, 2) != LUA_TSTRING) return lines_through<gofuda::column, column_of>(points_at(L, 2).set, grid, L);
  const std::string letter = text_at(L, 2);
  const Point p = letter.size() == 1 ? parse_point(letter + "1") : kNoPoint;
  if (p == kNoPoint || column_of(p) >= grid.width())
    LuaState::raise(L, "argument",
                    "'" + letter + "' is no column of this board, which has A to " +
                        point_name(point_at(grid.width() - 1, 0)).substr(0, 1));
  return gofuda::column(grid, column_of(p));
}

PointSet diagonals(LuaBoard, const PointSet& points, const Grid& grid, lua_State* L) {
  charge_lines(L, grid, points.count(), 4);
  return gofuda::diagonals(grid, points);
}

Direction direction_at(lua_State* L, const char* name) {
  const std::optional<Direction> d = parse_direction(name);
  if (!d) {
    std::string said = std::string("'").append(name).append("' is no direction; there are ");
    for (std::string_view known : kDirectionNames) said.append(said.back() == ' ' ? "" : ", ").append(known);
    LuaState::raise(L, "argument", said);
  }
  return *d;
}

PointSet ray(LuaBoard, const PointSet& from, const char* direction, const PointSet* over, const Grid& grid,
             lua_State* L) {
  charge_lines(L, grid, from.count(), 1);
  return gofuda::ray(grid, from, direction_at(L, direction), over ? *over : grid.points());
}

PointSet line(LuaBoard, OnePoint a, OnePoint b, const Grid& grid, lua_State* L) {
  charge_lines(L, grid, 1, 8);
  return gofuda::line(grid, a.point, b.point);
}

PointSet edge(LuaBoard, const Grid& grid) { return gofuda::edge(grid); }

// --- ways

PointSet way(LuaBoard, const PointSet& from, const PointSet& to, const PointSet* over, const Grid& grid, lua_State* L) {
  charge_ways(L, grid);
  return shortest_ways(grid, from, to, over ? *over : grid.points());
}

Pushed distance(LuaBoard, const PointSet& from, const PointSet& to, const PointSet* over, const Grid& grid,
                lua_State* L) {
  LuaState::charge(L, 2 * static_cast<std::uint64_t>(from.count()));
  const int steps = gofuda::distance(grid, from, to, over ? *over : grid.points());
  if (steps < 0)
    charge_ways(L, grid), lua_pushnil(L);
  else
    LuaState::charge(L, 8 * static_cast<std::uint64_t>(steps)), give(L, steps);
  return {};
}

PointSet within(LuaBoard, const PointSet& from, Several steps, const Grid& grid, lua_State* L) {
  LuaState::charge(L, 8 * static_cast<std::uint64_t>(std::min(steps.value, grid.area())) +
                          2 * static_cast<std::uint64_t>(from.count()));
  return gofuda::within(grid, from, steps.value);
}

PointSet connected(LuaBoard, const PointSet& from, const PointSet& over, const Grid& grid, lua_State* L) {
  charge_ways(L, grid);
  return gofuda::connected(grid, from, over);
}

PointSet surrounded_by(Run& run, LuaBoard, const PointSet& around, const Grid& grid, lua_State* L) {
  charge_ways(L, grid), charge_ways(L, grid);
  return surrounded(grid, vacant(run), around, walls(run, L));
}

PointSet enclosed_by(Run& run, LuaBoard, const PointSet& around, const Grid& grid, lua_State* L) {
  charge_ways(L, grid);
  return enclosed(grid, around | walls(run, L));
}

// --- stones that move

// The board as the play in progress will leave it when it lands, to be changed by moving stones on it; what has then to
// be removed, recoloured and set is the play's unit.
class Afterwards {
 public:
  Afterwards(Run& run, lua_State* L) : board_(run.position().board), unit_(run.unit()) {
    LuaState::charge(L, unit_.place.size() + unit_.remove.size() + unit_.recolour.size());
    for (Colour c : {Colour::black, Colour::white}) stones_[slot(c)] = stones(run, c);
  }
  Colour at(Point p) const {
    for (Colour c : {Colour::black, Colour::white})
      if (stones_[slot(c)].contains(p)) return c;
    return Colour::empty;
  }
  PointSet all() const { return stones_[0] | stones_[1]; }
  void set(Point p, Colour c) {
    for (Colour x : {Colour::black, Colour::white}) stones_[slot(x)].erase(p);
    if (c != Colour::empty) stones_[slot(c)].insert(p);
    changed_.insert(p);
  }
  // Stones of the unit that only came from another point are not taken from the supply.
  void write() {
    const std::array<int, 2> before = placed();
    std::erase_if(unit_.remove, [&](Point p) { return changed_.contains(p); });
    for (auto* list : {&unit_.recolour, &unit_.place})
      std::erase_if(*list, [&](const Stone& s) { return changed_.contains(s.point); });
    changed_.for_each([&](Point p) {
      const Colour is = board_.at(p), will = at(p);
      if (is == will) return;
      if (will == Colour::empty)
        unit_.remove.push_back(p);
      else
        (is == Colour::empty ? unit_.place : unit_.recolour).push_back({p, will});
    });
    const std::array<int, 2> after = placed();
    for (std::size_t i : {0, 1}) unit_.moved[i] += after[i] - before[i];
  }

 private:
  static std::size_t slot(Colour c) { return static_cast<std::size_t>(index(seat_of(c))); }
  std::array<int, 2> placed() const {
    std::array<int, 2> n{};
    for (const Stone& s : unit_.place) ++n[slot(s.colour)];
    return n;
  }
  const Board& board_;
  Unit& unit_;
  std::array<PointSet, 2> stones_;
  PointSet changed_;
};

void move(Run& run, LuaBoard, const PointSet& from, const PointSet& to, lua_State* L) {
  const int n = from.count(), there = to.count();
  if (n != there)
    LuaState::raise(L, "argument",
                    "stones on " + std::to_string(n) + " points cannot move to " + std::to_string(there) +
                        "; move takes as many points as stones");
  name_points(L, run, n);
  Afterwards after(run, L);
  if (const PointSet stoneless = from - after.all(); !stoneless.empty())
    return run.refuse(Reason::not_a_stone, stoneless);
  std::vector<Colour> colours;
  from.for_each([&](Point p) {
    colours.push_back(after.at(p));
    after.set(p, Colour::empty);
  });
  if (const PointSet taken = to & after.all(); !taken.empty()) return run.refuse(Reason::occupied, taken);
  auto colour = colours.begin();
  to.for_each([&](Point p) { after.set(p, *colour++); });
  after.write();
}

// Each stone as far as it goes, those ahead of it first.
class Slide {
 public:
  Slide(const Grid& grid, Afterwards& after, const PointSet& walls, Direction d, int most, const PointSet& stones)
      : grid_(grid), after_(after), walls_(walls), direction_(d), most_(most), left_(stones) {}
  PointSet carry_out() {
    for (Point p = left_.first(); p != kNoPoint; p = left_.first()) move(p);
    return ends_;
  }
  std::uint64_t steps() const { return steps_; }

 private:
  void move(Point from) {
    left_.erase(from);
    const Colour c = after_.at(from);
    if (c == Colour::empty) return;
    Point end = from;
    for (int steps = 0; steps < most_; ++steps) {
      const Point next = step(grid_, end, direction_);
      ++steps_;
      if (next == kNoPoint || next == from || walls_.contains(next)) break;
      if (left_.contains(next)) move(next);
      if (after_.at(next) != Colour::empty) break;
      end = next;
    }
    ends_.insert(end);
    if (end == from) return;
    after_.set(from, Colour::empty);
    after_.set(end, c);
  }
  const Grid& grid_;
  Afterwards& after_;
  const PointSet walls_;
  const Direction direction_;
  const int most_;
  PointSet left_, ends_;
  std::uint64_t steps_ = 0;
};

PointSet slide(Run& run, LuaBoard, const PointSet& stones, const char* direction, std::optional<Several> most,
               const Grid& grid, lua_State* L) {
  const int n = stones.count();
  name_points(L, run, n);
  LuaState::charge(L, 8 * static_cast<std::uint64_t>(n));
  Afterwards after(run, L);
  Slide slide(grid, after, walls(run, L), direction_at(L, direction), most ? most->value : grid.area(), stones);
  const PointSet ends = slide.carry_out();
  LuaState::charge(L, 2 * slide.steps());
  after.write();
  return ends;
}

using enum Does;
constexpr ApiWord kWords[] = {
    {"Board", "move(from, to)", "",
     "Moves the stones on these points to as many others, in the order of :each(). They land with the rest of the "
     "play, "
     "so that a stone may go where another leaves; captures are judged then.",
     word<changes, move, "move">, false},
    {"Board", "slide(points, direction, most)", "Points",
     "Moves each stone of the set in the direction, as far as the points ahead are empty, or so many steps at most; "
     "where "
     "they stop. Those in front go first.",
     word<changes, slide, "slide">, false},
    {"Board", "neighbours(points)", "Points", "The points next to the set, the set itself left out.",
     word<looks, neighbours>, false},
    {"Board", "row(which)", "Points", "A row by its number, from 1 at the bottom, or the rows of these points.",
     word<looks, row>, false},
    {"Board", "column(which)", "Points",
     "A column by its letter or its number, from 1 at the left, or the columns of these points.", word<looks, column>,
     false},
    {"Board", "diagonals(points)", "Points",
     "The diagonals through these points, as far as the board goes without a hole.", word<looks, diagonals>, false},
    {"Board", "ray(points, direction, over)", "Points",
     "All points that lie from these in the direction: \"up\", \"up-right\", \"right\", ... With a set, only as long "
     "as "
     "they are in it: board:ray(stone, \"up\", board.empty).",
     word<looks, ray>, false},
    {"Board", "line(a, b)", "Points",
     "The row, column or diagonal from one point to another, both included; empty when they are not on one.",
     word<looks, line>, false},
    {"Board", "way(a, b, over)", "Points",
     "The points of all shortest ways from the one set to the other, from neighbour to neighbour, both ends included; "
     "empty when there is none. With a set, all between the ends must be in it.",
     word<looks, way>, false},
    {"Board", "distance(a, b, over)", "integer?",
     "How many steps such a way has, 1 between neighbours; nil when there is none.", word<looks, distance>, false},
    {"Board", "within(points, steps)", "Points",
     "The points at most so many steps from the set, from neighbour to neighbour, the set included.",
     word<looks, within>, false},
    {"Board", "connected(points, set)", "Points",
     "The points of the set to which a way leads from these that stays in the set.", word<looks, connected>, false},
    {"Board", "surrounded_by(points)", "Points",
     "The empty areas with nothing around them but these points, one at least, walls and the edge of the board.",
     word<looks, surrounded_by>, false},
    {"Board", "enclosed_by(points)", "Points",
     "All points, empty or not, that these and walls cut off from the edge of the board; everything else where there "
     "is no edge.",
     word<looks, enclosed_by>, false},
    {"Board", "edge", "Points", "The points that lack a neighbour: at the edge of the board, or at a hole.",
     word<looks, edge>, true, true},
};

}  // namespace
}  // namespace of_ways

std::span<const ApiWord> way_words() { return of_ways::kWords; }

}  // namespace gofuda::api
