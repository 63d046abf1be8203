// Stones on a grid: chains and liberties kept incrementally, captures, suicide, simple ko.
//
// A Board is a value. It knows nothing of cards, passes, superko or score; see position.hpp and score.hpp. It holds no
// pointer to its grid: the points that do not exist are marked in its own cells, and what is beside what is in a table
// that is never thrown away, unless the board is a plain one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/grid.hpp"
#include "core/point.hpp"
#include "core/rules.hpp"
#include "core/verdict.hpp"

namespace gofuda {

struct Stone {
  Point point;
  Colour colour;
  friend bool operator==(const Stone&, const Stone&) = default;
};

// What one play does to the board, all at once: removals, recolourings, stones set, and walls. No point may be named
// twice.
struct Unit {
  std::vector<Point> remove;    // must hold a stone
  std::vector<Stone> recolour;  // must hold a stone; the new colour
  std::vector<Stone> place;     // must be empty before the play
  std::vector<Point> wall{};    // must be empty before the play; becomes a wall
  std::vector<Point> unwall{};  // must be a wall
  std::array<int, 2> moved{};   // of `place`, by colour: so many come from elsewhere on the board, not from the supply
  void clear() {
    remove.clear();
    recolour.clear();
    place.clear();
    wall.clear();
    unwall.clear();
    moved = {};
  }
  bool has_walls() const { return !wall.empty() || !unwall.empty(); }
  bool is_single() const {  // one stone is set, and nothing else done
    return place.size() == 1 && remove.empty() && recolour.empty() && !has_walls();
  }
  bool empty() const { return remove.empty() && recolour.empty() && place.empty() && !has_walls(); }
};

// What to do with a stone of a unit that would be left without a liberty.
enum class OnSuicide : std::uint8_t {
  refuse,  // the whole unit is illegal, unless the rules allow suicide
  skip,    // stones of chains that would die are left as they were, and the rest is judged again, as if it were all;
           // refused where none of the unit's stones stands in a chain that would die
  die,     // the chains come off
};

struct UnitRules {
  SuicideRule suicide = SuicideRule::forbidden;
  CaptureOrder captures = CaptureOrder::colour;
  OnSuicide on_suicide = OnSuicide::refuse;
};

struct UnitResult {
  std::array<PointSet, 3>
      captured;      // by Colour: chains without liberties that came off first (and suicides, where allowed)
  PointSet skipped;  // points of the unit left as they were (OnSuicide::skip)
  void clear() {     // mostly there is nothing to clear, and looking is cheaper
    for (PointSet* set : {&captured[0], &captured[1], &captured[2], &skipped})
      if (!set->empty()) set->clear();
  }
};

template <class L>
struct BoardChange;  // see board_impl.hpp

class Board {
 public:
  explicit Board(const Grid& grid);
  Board(const Board& o) : cells_(kColours) { copy_from(o); }
  ~Board() = default;
  Board& operator=(const Board& o) {
    if (this != &o) copy_from(o);
    return *this;
  }

  // --- what stands where
  Colour at(Point p) const { return static_cast<Colour>(colour_[p]); }
  int empty_count() const { return empty_count_; }
  Point empty(int i) const { return empty_[i]; }  // in no particular order
  int stone_count(Colour c) const { return stones_[index(c)]; }
  PointSet points_of(Colour c) const;  // Colour::empty gives the vacant points
  PointSet stones() const { return points_of(Colour::black) | points_of(Colour::white); }
  PointSet chain(Point p) const;                   // the chain of the stone at p; empty where there is none
  PointSet liberties(Point p) const;               // of the chain of the stone at p
  bool has_fewer_liberties(Point p, int n) const;  // than n: the chain of the stone at p
  PointSet chains_short_of(int n) const;           // the stones of all chains that have fewer liberties than n
  // f(chain) for each chain of the board.
  template <class F>
  void for_each_chain(F&& f) const {
    for (PointSet left = stones(); !left.empty();) {
      const PointSet here = chain(left.first());
      left -= here;
      f(here);
    }
  }
  Point only_liberty(Point p) const;  // of the chain of the stone at p; kNoPoint when it has more
  // Of the stones and walls alone, Zobrist. Kept up as stones come and go, but counted anew at each call after a random
  // game.
  std::uint64_t hash() const { return hash_kept_ ? hash_ : count_hash(); }
  // Of the stones once c has played on the empty point p: with what that captures taken off or, where the stone itself
  // would have no liberty and `dies`, its own chain.
  std::uint64_t hash_with(Point p, Colour c, CaptureOrder captures, bool dies) const;
  const Lattice& lattice() const { return lattice_; }  // which points are beside which
  Point ko() const { return ko_; }                     // the point that simple ko forbids to the next stone
  void set_ko(Point p) { ko_ = p; }
  friend bool operator==(const Board& a, const Board& b);  // same cells, same stones, same ko point

  // Of stones of the colour c, set one by one and none of them into suicide: whether the point is empty when those
  // before it stand. It is if it is empty now, or if they take the chain that stands there.
  bool is_vacated(Point p, Colour c, std::span<const Stone> before) const;

  // --- one stone, the fast way
  bool is_eye(Point p, Colour c) const;  // an empty single point whose neighbours are all c's (or edge) and
                                         // whose diagonals hold at most one stone of the other side, none at an edge;
                                         // a hexagonal board has no diagonals
  bool legal(Point p, Colour c) const;   // p is empty; neither suicide nor simple ko
  bool has_beside(Point p, Colour c) const {  // a stone of that colour on a neighbour
    bool found = false;
    lattice_.for_each_beside(p, [&](Point n) { found |= at(n) == c; });
    return found;
  }
  bool is_suicide(Point p, Colour c) const;  // p is empty; the stone would leave its chain without a liberty
  // Would the stone be left without a liberty where the rule forbids that to a stone set alone?
  bool is_forbidden_suicide(Point p, Colour c, SuicideRule rule) const {
    if (rule == SuicideRule::allowed || !is_suicide(p, c)) return false;
    return rule != SuicideRule::multi_stone || !has_beside(p, c);
  }
  void play(Point p, Colour c);  // legal(p, c) but for ko; captures, and sets or clears the ko point

  // --- several stones at once (`mover` matters for CaptureOrder::player and for plays that set both colours)
  // Does every point exist, hold what it must, and stand there once?
  bool fits(const Unit& unit) const;
  // Judges and carries out. On a refusal the board is unchanged. The ko point is set after exactly one stone that took
  // exactly one and nothing else, and cleared otherwise.
  Verdict apply(const Unit& unit, Colour mover, const UnitRules& rules, UnitResult& result);

  // --- without judging
  void set(Point p, Colour c);  // one cell, Colour::empty removes; captures nothing, clears ko
  // A wall is a point that is off the board until the wall goes: nobody's, no liberty, not to be counted.
  void set_wall(Point p);                      // p is empty; captures nothing, clears ko
  void lift_wall(Point p);                     // p is a wall; clears ko
  PointSet without_liberties(Colour c) const;  // all stones of chains of c that have no liberty

 private:
  friend class Playout;

  // What is known of one cell. Of a chain, the liberties are those of its stones counted one by one, so that a point
  // that touches three stones counts three: none are left when the sum is zero, and that is all a capture needs to
  // know.
  struct Cell {
    std::uint16_t around;  // how many neighbours are black, white, empty: see board_impl.hpp
    Point chain;           // of a stone, the cell that holds the liberties of its chain; of any other cell, itself
    std::uint16_t link;    // of a stone, the next one in the ring of its chain; of an empty point, its place in empty_
    std::uint16_t
        liberties;  // of the chain whose cell this is; off the board, many; on other cells, left over from the past
  };

  static constexpr int kColours = PointSet::kWords * 64;

  bool is_stone(Point p) const { return at(p) == Colour::black || at(p) == Colour::white; }
  void copy_from(const Board& o);
  template <const auto& kOffsets>
  unsigned four_cells(Point p) const;
  // Those that take a lattice are compiled for a plain board and for all others.
  template <class L>
  unsigned beside_of(L lattice, Point p, Colour c) const;
  template <bool kKept, class L>
  unsigned drop(L lattice, int place, Colour c);
  template <bool kKept, class L>
  void take_chain(L lattice, Point p);
  template <bool kKept, bool kSuicide, class L>
  void play_stone(L lattice, int place, Colour c);
  std::uint64_t count_hash() const;
  bool has_empty_neighbour(Point p) const;
  bool surrounded_by(Point p, Colour c) const;
  template <class L>
  bool eye_corners(L lattice, Point p, Colour c) const;
  template <class L>
  bool starves(L lattice, Point p, Colour c) const;
  bool starves(Point p, Colour c) const;
  void join(Point from, Point to);
  template <class L>
  BoardChange<L> change_by(L lattice, Point p, Colour c, bool dies) const;
  template <class L>
  void lift(L lattice, Point p);
  template <class L>
  void gather(L lattice, Point root);
  bool fits(const Unit& unit, PointSet& named) const;
  template <class L>
  bool surely_alive(L lattice, const Unit& unit, const PointSet& named, Colour first) const;
  template <class L>
  bool carry_out(L lattice, const Unit& unit, const PointSet& skipped);
  template <class L>
  void turn_over(L lattice, const Unit& unit);
  template <class L>
  PointSet starved_beside(L lattice, const PointSet& points, Colour c) const;
  PointSet lone_stones(const PointSet& points) const;
  void turn_wall(Point p, int by);
  template <class L>
  void take(L lattice, const PointSet& chains);
  template <class L>
  bool place_lone(L lattice, const Unit& unit);
  template <class L>
  bool place_quickly(L lattice, const Unit& unit, Colour mover, const UnitRules& rules, UnitResult& result);
  template <class L>
  void take_beside(L lattice, const std::vector<Stone>& stones, PointSet& captured);
  void find_ko(const Unit& unit, const UnitResult& result);
  template <class L>
  Verdict apply_slowly(L lattice, const Unit& unit, Colour mover, const UnitRules& rules, UnitResult& result);
  template <class L>
  Verdict judge(L lattice, const Unit& unit, Colour mover, const UnitRules& rules, UnitResult& result);

  std::array<std::uint8_t, kColours> colour_;     // off in all cells beyond those in use
  std::array<Cell, kCells> cell_;                 // the first cells_ are in use
  std::array<Point, kMaxSide * kMaxSide> empty_;  // the first empty_count_ are in use
  std::array<int, 4> stones_;
  int empty_count_, cells_;
  std::uint64_t hash_;
  std::uint64_t walls_hash_ = 0;  // of the walls alone, which is part of hash_
  Point ko_;
  Lattice lattice_;
  bool hash_kept_;  // false after a random game, which does not keep it up: then hash_ says nothing
};

std::uint64_t zobrist(Point p, Colour c);

PointSet walls_of(const Grid& grid, const Board& board);

PointSet differing_points(const Board& a, const Board& b);  // on which they are not the same

}  // namespace gofuda
