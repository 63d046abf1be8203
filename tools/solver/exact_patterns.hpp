// Alpha-beta for games of patterns: stones are set by turns and never come off, and the first completed pattern wins.
#pragma once

#include <optional>
#include <vector>

#include "tools/solver/exact_board.hpp"
#include "tools/solver/exact_root.hpp"
#include "tools/solver/exact_solver.hpp"
#include "tools/solver/exact_table.hpp"
#include "tools/solver/exact_threats.hpp"

namespace gofuda::tools {

// A win at hand is taken, and the other side's stopped, before anything else is looked at; then wins by threats alone
// are looked for, and where the other side has one, only what could spoil it is tried. The search deepens until the
// result is certain; then once more, without those shortcuts beyond the depth, for the fastest win or the slowest loss.
class PatternSolver : public Solver {
 public:
  static bool fits(const Ruleset& rules);
  PatternSolver(const Ruleset& rules, int table_bits);
  Solution solve(const Position& position, Scripts& scripts, const SearchLimits& limits) override;
  void forget() override;

 private:
  friend class ProofBuilder;  // asks what to do, position by position
  struct Scored {
    int point, score;
  };
  void list_root_moves(const Board& board);
  void skip_root(const Position& position, Scripts& scripts, const SearchLimits& limits, Solution& out);
  void find_value(Solution& out, const SearchLimits& limits);
  void find_draws(Solution& out);
  void find_plies(Solution& out, const SearchLimits& limits);
  std::optional<int> search_root(int depth, int alpha, int beta);
  void note(Solution& out, int value, int depth) const;
  int search(int side, int depth, int alpha, int beta, bool skipped);
  int search_any(int side, int depth, int alpha, int beta, bool skipped);
  int search_moves(int side, int depth, int alpha, int beta, std::vector<Scored>& moves, int best);
  int after(int side, int point, int depth, int alpha, int beta);
  void list_moves(int side, const ThreatSearch::Zone* zone, std::vector<Scored>& out) const;
  int score(int side, int point) const;
  int guess(int side) const;
  bool closed(int point) const;
  std::uint64_t key(int side, int& symmetry) const;

  const Ruleset& rules_;
  CountedBoard board_;
  SearchBudget budget_;
  ThreatSearch threats_;
  SearchTable table_;
  int last_opening_ = -1;  // up to so many stones on the board, some points are closed
  int root_side_ = 0;
  bool counts_plies_ = false;  // nothing is looked at beyond the depth
  std::uint64_t guesses_ = 0;
  RootMoves root_;
  std::vector<std::vector<Scored>> moves_;  // by ply
  std::size_t ply_ = 0;
  std::vector<std::array<int, 2>> history_;  // by point and side: how often it was best
};

}  // namespace gofuda::tools
