// Random games of plain stones, the fast way: uniform among the legal moves that do not fill an own single-point eye,
// to the end by passes. The rules are read once before the game; the loop for each combination is compiled apart.
#pragma once

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
  template <KoRule kKo, bool kSuicide, bool kRecorded>
  PlayoutResult play_out(Board& board, Colour to_move, Random& random, int most_moves, Point* played);
  template <bool kRecorded>
  PlayoutResult dispatch(Board& board, Colour to_move, Random& random, int most_moves, Point* played);
  template <KoRule kKo, bool kSuicide>
  int draw(Board& board, Colour to_move, Draws& draws) const;
  template <KoRule kKo, bool kSuicide>
  bool accepts(const Board& board, Point p, Colour c) const;
  void make_room(int moves);
  bool seen(std::uint64_t situation) const;
  void remember(std::uint64_t situation);

  Rules rules_;
  int area_;
  std::vector<std::uint64_t> history_;  // superko only: a hash table of the situations so far, zero where free
};

}  // namespace gofuda
