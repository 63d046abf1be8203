// Stones on a plain board for random games that look before they play. What stands on the eight points around each is
// kept as one number, and of each chain the sum of its liberties and that of their squares, so that an atari and its
// last liberty are known at once. core/board.hpp keeps neither: most who play on it would pay for nothing.
//
// Simple ko, and nobody takes his own stones off.
#pragma once

#include <array>
#include <cstdint>

#include "core/board.hpp"

namespace gofuda::tools {

class StoneBoard {
 public:
  explicit StoneBoard(const Grid& grid);
  StoneBoard(const StoneBoard& o) { *this = o; }
  ~StoneBoard() = default;
  StoneBoard& operator=(const StoneBoard& o);
  void look(const Board& board);  // as that one is, which is of the same grid

  // --- points
  Colour at(Point p) const { return static_cast<Colour>(colour_[p]); }
  int empty_count() const { return empties_; }
  Point empty(int i) const { return empty_[static_cast<std::size_t>(i)]; }  // in no particular order
  void swap_empty(int i, int j);                                            // what stands there in that order
  Point ko() const { return ko_; }
  bool is_eye(Point p, Colour c) const { return tells(p) & kEye << index(c); }  // empty p: as Board::is_eye
  bool has_shape(Point p) const { return tells(p) & kShape; }                   // empty p: see stone_knowledge.hpp
  bool owns(Point p, Colour c) const {  // stands there, or where nobody does, beside it
    return at(p) == Colour::empty ? beside_of(p, c) != 0 : at(p) == c;
  }
  int stone_lead() const { return stones_[1] - stones_[2]; }  // Black's
  int stone_count() const { return stones_[1] + stones_[2]; }
  int lead() const;  // and with it what a single side has stones beside: an end where only small eyes are open

  // --- chains, by any of their stones
  Point next(Point stone) const { return next_[stone]; }  // in the ring of the chain
  bool in_atari(Point stone) const { return head_[chain_[stone]].has_one_liberty(); }
  Point last_liberty(Point stone) const { return head_[chain_[stone]].one_liberty(); }  // in atari

  // --- a stone of c that comes to the empty point p
  bool keeps_two(Point p, Colour c) const;  // liberties, or it takes something
  // Where it does not: is it a single stone, with one liberty?
  bool is_thrown_in(Point p, Colour c) const { return (tells(p) & kBreath) && beside_of(p, c) == 0; }
  void play(Point p, Colour c);  // not a suicide
  void pass() { ko_ = kNoPoint; }

 private:
  // What the points around an empty one tell, as bits in `tells`. kEye by colour, from 1.
  static constexpr unsigned kHeld = 1, kEye = 4, kBreath = 32, kOpen = 64, kShape = 128;

  struct Head {
    std::uint16_t liberties, size;  // each liberty as often as it is beside a stone of the chain
    std::uint32_t sum, squares;     // of the points, as often
    bool has_one_liberty() const {  // the sums tell: numbers are equal when their mean's square is the squares' mean
      return liberties <= kNeighbours.size() && std::uint64_t{liberties} * squares == std::uint64_t{sum} * sum;
    }
    Point one_liberty() const { return static_cast<Point>(sum / liberties); }
    void add(Point p) { ++liberties, sum += p, squares += std::uint32_t{p} * p; }
    void drop(Point p) { --liberties, sum -= p, squares -= std::uint32_t{p} * p; }
  };
  using Tells = std::array<std::uint8_t, 1 << 16>;

  static std::uint8_t tell(unsigned around);
  static const Tells& all_tells();
  unsigned tells(Point p) const { return (*tells_)[around_[p]]; }
  unsigned beside_of(Point p, Colour c) const {  // one bit for each neighbour
    const unsigned four = around_[p] & 0xffu, other = four >> 1;
    return (c == Colour::black ? four & ~other : other & ~four) & 0x55u;
  }
  void turn(Point p, unsigned c);
  void join(Point& base, Point other);
  void take(Point p);

  static constexpr unsigned kManyLiberties = 8;  // counted, which is three points at least

  const Tells* tells_;
  int cells_, empties_ = 0;
  std::array<int, 4> stones_{};
  Point ko_ = kNoPoint;
  std::array<std::uint8_t, kCells> colour_;
  std::array<std::uint16_t, kCells> around_;  // two bits each: the neighbours, and from bit 8 the diagonals
  std::array<Point, kCells> chain_, next_;    // of a point without a stone, itself
  std::array<Head, kCells> head_;             // of a chain; what stands under points that name none is of no meaning
  std::array<std::uint16_t, kCells> place_;   // of an empty point, in empty_
  std::array<Point, kMaxSide * kMaxSide> empty_;
};

}  // namespace gofuda::tools
