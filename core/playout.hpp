// Random games of plain stones, the fast way: uniform among the legal moves that do not fill an own single-point eye,
// to the end by passes. The rules and the kind of board are read once before the game; the loop
// for each combination is compiled apart.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/board.hpp"
#include "core/draws.hpp"
#include "core/random.hpp"
#include "core/rules.hpp"

namespace gofuda {

struct PlayoutResult {
  int moves = 0;  // passes included
  int passes = 0;
  int score = 0;        // Black's points minus White's, komi not included, by stones and single-point eyes
  bool capped = false;  // stopped by the limit of moves
};

class Playout {
 public:
  Playout(const Grid& grid, const Rules& rules);
  // Plays `board` to the end in place, on a single draw of `random`. Superko knows the position the game starts from
  // and what follows, but nothing earlier. A side without a move passes, even where the rules know no pass. Where
  // suicide is allowed, a lone stone is still not set to come off at once: it would be a pass that keeps the game from
  // ending. A game stops at `most_moves`, passes included, which is three times the area if not given; it is then the
  // beginning of the longer game from the same draw. No allocation, unless most_moves is more than that.
  PlayoutResult run(Board& board, Colour to_move, Random& random) { return run(board, to_move, random, 3 * area_); }
  PlayoutResult run(Board& board, Colour to_move, Random& random, int most_moves);
  // The same, and the points in the order they were played, kNoPoint for a pass, in `played`.
  PlayoutResult run(Board& board, Colour to_move, Random& random, std::vector<Point>& played);

 private:
  // The stones that came and went since a random game began: what superko looks back on. Moments are counted in such
  // changes.
  class Trail {
   public:
    using Moment = std::uint32_t;
    void make_room(int moves, int area);
    void begin(const Board& board);
    void set(Point p, Colour c);
    void lift(Point p, Colour c);
    void pass(Colour c);
    Moment now() const { return now_; }
    Moment lifted(Point p, Colour c) const;  // when a stone of c last came off p; zero if none has
    // Whatever stone is played next: no board from before this moment can come again.
    template <class L>
    Moment barrier(L lattice, const Board& board) const;
    // Would a stone of `mover` on p, which loses its own chain if it `dies`, make a board that stood before:
    // positional, or situational, with the same side to move, or natural, made by a play of `mover`?
    template <KoRule kKo, class L>
    bool would_repeat(L lattice, const Board& board, Point p, Colour mover, bool dies) const;

   private:
    bool after_pass(Moment change) const;

    static constexpr std::uint16_t kSet = 1 << 15;
    static_assert(2 * kCells <= kSet);

    std::vector<std::uint16_t> changes_;     // the stone's place among the Zobrist keys, and kSet where it came
    std::array<Moment, 2 * kCells> lifted_;  // by the same places
    Moment now_ = 0;                         // how many changes there are
    Moment latest_ = 0;  // just after the last stone that came to a point from which none of its colour had been lifted
  };

  template <KoRule kKo, bool kSuicide, bool kRecorded, class L>
  PlayoutResult play_out(L lattice, Board& board, Colour to_move, Random& random, int most_moves, Point* played);
  template <bool kRecorded>
  PlayoutResult dispatch(Board& board, Colour to_move, Random& random, int most_moves, Point* played);
  template <KoRule kKo, bool kSuicide, class L>
  int draw(L lattice, Board& board, Colour to_move, Draws& draws) const;
  template <KoRule kKo, bool kSuicide, class L>
  bool accepts(L lattice, const Board& board, Point p, Colour c) const;

  Rules rules_;
  int area_;
  Trail trail_;  // superko only
};

}  // namespace gofuda
