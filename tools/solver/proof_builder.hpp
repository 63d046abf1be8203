// Makes a proof of what a search has found in a game of patterns.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "tools/solver/exact_patterns.hpp"
#include "tools/solver/proof.hpp"

namespace gofuda::tools {

// The search is asked what to do, position by position; it remembers positions by a hash alone, so that it may be
// wrong. Where the move that it names cannot be proved, another one is tried; what is written down rests on no hash.
class ProofBuilder {
 public:
  explicit ProofBuilder(PatternSolver& solver) : solver_(solver), board_(solver.board_) {}

  // Adds a claim about the position. False: not within the limits.
  bool prove(const Position& position, Seat side, bool wins, const SearchLimits& limits, Proof& out);
  // Adds the position, and the lines that the claims need.
  void finish(const Position& position, Proof& out) const;

 private:
  using Id = std::uint32_t;
  using Stones = std::array<std::uint64_t, 2>;  // of a position, a bit for each point
  struct StonesHash {
    std::size_t operator()(const Stones& s) const;
  };
  struct LineHash {
    std::size_t operator()(const ProofLine& line) const;
  };
  struct SameLine {
    bool operator()(const ProofLine& a, const ProofLine& b) const;
  };
  struct Reply {
    int answer;
    Id next;
    int turn = 0;  // as ProofReply::turn, of the board's symmetries
  };
  using Pairs = std::vector<std::array<Point, 2>>;

  std::optional<Id> own_turn();
  std::optional<Id> find_own_turn();
  std::optional<Id> after(int point);
  bool ends(int point);
  std::vector<int> own_symmetries() const;
  std::optional<Reply> turned_reply(const std::vector<Reply>& before, const std::vector<int>& symmetries,
                                    int point) const;
  void name_turns(Proof& out) const;
  std::optional<Id> answered(int point);
  std::optional<Id> answers(Point move);
  std::optional<Id> quiet_turn();
  std::optional<Id> held_turn();
  std::optional<Id> paired_turn(const std::vector<int>& moves);
  std::vector<int> likely_moves() const;
  bool find_pairs(Pairs& out) const;
  Id threat_line(std::vector<int> line, std::size_t completing);
  Id leaf(int point);
  Id line_of(Point move, const std::vector<Reply>& replies, std::optional<Id> rest);
  Id add(ProofLine line);
  bool open(int point) const { return board_.empty(point) && !solver_.closed(point); }

  PatternSolver& solver_;
  CountedBoard& board_;
  int side_ = 0;
  bool wins_ = false;
  Stones stones_{};
  std::unordered_map<Stones, std::optional<Id>, StonesHash> known_;
  std::vector<ProofLine> lines_;
  std::unordered_map<ProofLine, Id, LineHash, SameLine> ids_;
};

}  // namespace gofuda::tools
