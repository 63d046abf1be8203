// Alpha-beta for any small game of plain stones, carried out turn by turn by the rules themselves: captures, ko and
// superko, suicide, passes, counting, and win conditions of every kind.
#pragma once

#include <vector>

#include "core/run.hpp"
#include "tools/solver/exact_root.hpp"
#include "tools/solver/exact_solver.hpp"
#include "tools/solver/exact_table.hpp"

namespace gofuda::tools {

// Games may go round in circles, so that a search ends at its depth and not at the end of the game. Each depth is
// therefore searched for one side alone, a position at the end of the look-ahead counting as lost for it: what it
// reaches so, it can force. The value is exact when what the side to move can force is all that the other lets it have.
// Where the past forbids positions (superko), positions are told apart by it, too. Stones stand as they are at the end:
// none is taken to be dead.
class TurnSolver : public Solver {
 public:
  static constexpr int kMostPoints = 64;
  TurnSolver(const Ruleset& rules, int table_bits);
  Solution solve(const Position& position, Scripts& scripts, const SearchLimits& limits) override;
  void forget() override { table_.clear(); }

 private:
  enum class Beyond : std::uint8_t { lost_for_black, lost_for_white, guessed };  // the depth
  struct Node {                                                                  // of the line being looked at
    explicit Node(const Grid& grid) : position(grid) {}
    Position position;
    std::vector<std::uint64_t> past;  // by symmetry: of the positions that superko forbids
    std::size_t seen = 0;             // how many of them are in `past`
  };
  struct Choice : Player {  // gives one answer
    Point point = kNoPoint;
    bool asked = false;
    bool answer(const Question& q, const Observation&, Answer& out) override;
  };
  enum class Try : std::uint8_t { refused, played, missed };  // missed: the side could do nothing at all

  void begin(const Position& position);
  Try play(Point point);  // from the last node of the line on to one more
  void remember(Node& node) const;
  std::uint64_t stones_hash(const Board& board, int symmetry) const;
  std::uint64_t key(const Node& node, int& symmetry) const;
  bool ended(const Position& p, int& value) const;
  int value_of(const Position& p) const;
  int lead_of(int value) const;
  std::vector<Point> candidates(const Position& p) const;
  int search(int depth, int alpha, int beta);
  int try_all(const std::vector<Point>& points, int depth, int alpha, int beta, Point& best_point);
  bool holds(const TableEntry& e, int depth, bool black) const;
  std::optional<int> search_root(Beyond beyond, int depth, int alpha, int beta);
  void settle(Solution& out, int value) const;
  void list_root_moves();
  bool deepen(Solution& out, int depth, const SearchLimits& limits);

  const Ruleset& rules_;
  Symmetries symmetries_;
  SearchTable table_;
  SearchBudget budget_;
  std::uint64_t salt_ = 0;                          // of what superko remembers from before the root
  bool symmetric_ = true;                           // nothing is remembered but the root itself
  std::size_t longest_ = 0;                         // line
  std::vector<std::array<std::uint64_t, 2>> keys_;  // by point and colour
  int last_opening_ = -1;
  std::vector<Node> line_;
  std::size_t at_ = 0;  // the last node of the line
  std::optional<Run> run_;
  Log log_;
  Choice choice_;
  Beyond beyond_ = Beyond::guessed;
  std::uint64_t guesses_ = 0;
  RootMoves root_;
};

}  // namespace gofuda::tools
