// The rules of stones written as plainly as possible: cells, flood fill on a graph, nothing kept between questions.
// What Board does fast is measured against this.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "core/board.hpp"
#include "core/grid.hpp"
#include "tests/unit/graphs.hpp"

namespace gofuda::test {

class NaiveBoard {
 public:
  explicit NaiveBoard(const Grid& grid) : graph_(std::make_shared<Graph>(graph_of(grid))) {
    cells_.fill(Colour::off);
    grid.points().for_each([&](Point p) { cells_[p] = Colour::empty; });
  }

  Colour at(Point p) const { return cells_[p]; }
  Point ko() const { return ko_; }
  void set_ko(Point p) { ko_ = p; }
  void set(Point p, Colour c) { cells_[p] = c, ko_ = kNoPoint; }

  PointSet points_of(Colour c) const {
    PointSet set;
    for (int p = 0; p < kCells; ++p)
      if (cells_[p] == c) set.insert(static_cast<Point>(p));
    return set;
  }

  PointSet chain(Point start) const {
    PointSet set;
    std::vector<Point> todo{start};
    set.insert(start);
    while (!todo.empty()) {
      const Point p = todo.back();
      todo.pop_back();
      for (Point n : neighbours(p)) {
        if (cells_[n] != cells_[start] || set.contains(n)) continue;
        set.insert(n);
        todo.push_back(n);
      }
    }
    return set;
  }

  PointSet liberties(Point start) const {
    PointSet set;
    chain(start).for_each([&](Point p) {
      for (Point n : neighbours(p))
        if (cells_[n] == Colour::empty) set.insert(n);
    });
    return set;
  }

  PointSet without_liberties(Colour c) const {
    PointSet set;
    points_of(c).for_each([&](Point p) {
      if (!set.contains(p) && liberties(p).empty()) set |= chain(p);
    });
    return set;
  }

  bool is_eye(Point p, Colour c) const {
    if (cells_[p] != Colour::empty) return false;
    for (Point n : neighbours(p))
      if (cells_[n] != c && cells_[n] != Colour::off) return false;
    int hostile = 0, missing = graph_->missing_across[p];
    for (Point d : graph_->across[p]) {
      hostile += cells_[d] == opposite(c);
      missing += cells_[d] == Colour::off;  // a wall
    }
    return missing > 0 ? hostile == 0 : hostile <= 1;
  }

  bool is_suicide(Point p, Colour c) const {
    if (cells_[p] != Colour::empty) return false;
    NaiveBoard after = *this;
    after.cells_[p] = c;
    PointSet here;
    here.insert(p);
    after.remove_all(after.starved_beside(here, opposite(c)));
    return after.liberties(p).empty();
  }

  bool legal(Point p, Colour c) const { return cells_[p] == Colour::empty && p != ko_ && !is_suicide(p, c); }

  Verdict apply(const Unit& unit, Colour mover, const UnitRules& rules, UnitResult& result) {
    result.clear();
    const Verdict fit = check(unit);
    if (!fit) return fit;
    const NaiveBoard before = *this;
    PointSet skipped;
    while (true) {
      *this = before;
      result.clear();
      result.skipped = skipped;
      PointSet set;
      bool sets_black = false, sets_white = false;
      for (Point p : unit.remove) cells_[p] = Colour::empty;
      for (Point p : unit.unwall) cells_[p] = Colour::empty;
      std::vector<Stone> stones = unit.recolour;
      stones.insert(stones.end(), unit.place.begin(), unit.place.end());
      for (const Stone& s : stones) {
        if (skipped.contains(s.point)) continue;
        cells_[s.point] = s.colour;
        set.insert(s.point);
        (s.colour == Colour::black ? sets_black : sets_white) = true;
      }
      Colour first = opposite(mover);
      if (rules.captures == CaptureOrder::colour && sets_black != sets_white)
        first = sets_black ? Colour::white : Colour::black;
      const Colour second = opposite(first);

      PointSet touched = set;
      for (Point p : unit.wall) cells_[p] = Colour::off, touched.insert(p);
      const PointSet captured = starved_beside(touched, first);
      remove_all(captured);
      result.captured[index(first)] = captured;
      const PointSet dying = starved_beside(touched, second);
      const PointSet living = set - captured - dying;
      const PointSet guilty = dying & set;
      bool forbidden = !dying.empty();
      if (rules.suicide == SuicideRule::allowed) forbidden = false;
      if (rules.suicide == SuicideRule::whole && !living.empty()) forbidden = false;
      PointSet alone;
      dying.for_each([&](Point p) {
        if (rules.suicide == SuicideRule::multi_stone && chain(p).count() == 1) alone.insert(p);
      });
      if (rules.suicide == SuicideRule::multi_stone && alone.empty()) forbidden = false;
      if (rules.on_suicide == OnSuicide::skip && !guilty.empty()) forbidden = true;
      if (rules.on_suicide == OnSuicide::die) forbidden = false;
      if (!forbidden) {
        remove_all(dying);
        result.captured[index(second)] = dying;
        break;
      }
      if (rules.on_suicide == OnSuicide::refuse || guilty.empty()) {
        *this = before;
        result.clear();
        if (alone.intersects(set)) return Verdict::no(Reason::suicide, alone & set);
        return Verdict::no(Reason::suicide, guilty.empty() ? dying : guilty);
      }
      skipped |= guilty;
    }
    ko_ = kNoPoint;
    if (unit.place.size() == 1 && unit.remove.empty() && unit.recolour.empty() && !unit.has_walls())
      find_ko(unit.place[0], result);
    return Verdict::ok();
  }

  const std::vector<Point>& neighbours(Point p) const { return graph_->beside[p]; }

 private:
  PointSet starved_beside(const PointSet& set, Colour c) const {
    PointSet starved;
    const auto look = [&](Point p) {
      if (cells_[p] == c && !starved.contains(p) && liberties(p).empty()) starved |= chain(p);
    };
    set.for_each([&](Point p) {
      look(p);
      for (Point n : neighbours(p)) look(n);
    });
    return starved;
  }

  void remove_all(const PointSet& set) {
    set.for_each([&](Point p) { cells_[p] = Colour::empty; });
  }

  void find_ko(const Stone& placed, const UnitResult& result) {
    const PointSet& captured = result.captured[index(opposite(placed.colour))];
    if (cells_[placed.point] != placed.colour || captured.count() != 1) return;
    if (chain(placed.point).count() == 1 && liberties(placed.point) == captured) ko_ = captured.first();
  }

  Verdict check(const Unit& unit) const {
    std::vector<Point> stones = unit.remove, all, off, twice, stoneless, occupied;
    for (const Stone& s : unit.recolour) stones.push_back(s.point);
    all = stones;
    for (const Stone& s : unit.place) all.push_back(s.point);
    all.insert(all.end(), unit.wall.begin(), unit.wall.end());
    for (Point p : all)
      if (p >= kCells || cells_[p] == Colour::off) off.push_back(p);
    all.insert(all.end(), unit.unwall.begin(), unit.unwall.end());  // of walls alone
    for (Point p : all)
      if (std::count(all.begin(), all.end(), p) > 1) twice.push_back(p);
    if (!off.empty()) return Verdict::no(Reason::off_board, set_of(off));
    if (!twice.empty()) return Verdict::no(Reason::repeated_point, set_of(twice));
    for (Point p : stones)
      if (cells_[p] == Colour::empty) stoneless.push_back(p);
    if (!stoneless.empty()) return Verdict::no(Reason::not_a_stone, set_of(stoneless));
    for (const Stone& s : unit.place)
      if (cells_[s.point] != Colour::empty) occupied.push_back(s.point);
    for (Point p : unit.wall)
      if (cells_[p] != Colour::empty) occupied.push_back(p);
    if (!occupied.empty()) return Verdict::no(Reason::occupied, set_of(occupied));
    return Verdict::ok();
  }

  static PointSet set_of(const std::vector<Point>& points) {
    PointSet set;
    for (Point p : points)
      if (p < kCells) set.insert(p);
    return set;
  }

  std::shared_ptr<const Graph> graph_;
  std::array<Colour, kCells> cells_;
  Point ko_ = kNoPoint;
};

}  // namespace gofuda::test
