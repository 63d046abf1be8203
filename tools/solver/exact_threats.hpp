// Wins by threats alone in games of patterns: each stone threatens to complete a pattern, so that the other side has
// one answer, until two points would complete one.
#pragma once

#include <bitset>
#include <vector>

#include "tools/solver/exact_board.hpp"
#include "tools/solver/exact_solver.hpp"

namespace gofuda::tools {

inline constexpr int kAnyLength = 1 << 20;  // plies

class ThreatSearch {
 public:
  using Zone = std::bitset<kMaxSide * kMaxSide>;  // of points by number

  ThreatSearch(CountedBoard& board, SearchBudget& budget);
  void forget();

  // `side` is to move, and no stone completes a pattern at once for the other. Plies in which it wins by threats,
  // `most` or fewer; 0: no such win was found.
  int win(int side, int most);
  // After a win that was found for a side that was not to move: the points where the side to move could set a stone
  // that spoils it. Any other stone leaves the win as it is.
  Zone spoilers(int side) const;
  // After a win that was found, its play backwards: the points that complete a pattern, as many as completing() says,
  // then answers and threats by turns.
  const std::vector<int>& line() const { return line_; }
  std::size_t completing() const { return completing_; }

 private:
  static constexpr std::uint64_t kMostNodes = 2000;  // for one question
  struct Failure {
    std::uint64_t key = 0;
    int most = 0;
  };
  struct Threat {
    int at, answer;
  };
  int try_win(int side, int most);
  int follow(int side, int most, Threat threat);
  bool collect(int side, int only, std::vector<Threat>& out);
  std::uint64_t key(int side) const;

  CountedBoard& board_;
  SearchBudget& budget_;
  std::vector<Failure> failures_;
  std::vector<int> line_;  // backwards: the points that complete, then answers and threats by turns
  std::size_t completing_ = 0;
  std::vector<std::vector<Threat>> threats_;  // by ply
  std::size_t ply_ = 0;
  std::uint64_t end_ = 0;
  bool cut_ = false;  // was there a sequence that would have to be longer?
};

}  // namespace gofuda::tools
