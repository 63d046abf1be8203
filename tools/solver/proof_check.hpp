// Checks a proof by playing all of it in the game itself: what is legal, what an answer does and who has won, the rules
// say.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "core/game.hpp"
#include "tools/solver/proof.hpp"

namespace gofuda::tools {

// Nothing of the search is used. Of a position that play comes to again, and goes on from with the same line, the
// stones themselves are remembered.
class ProofChecker {
 public:
  // Ten times as many moves as the longest of the kept proofs takes; a short file can lead to any number.
  static constexpr std::uint64_t kMostMoves = 10'000'000;
  ProofChecker(std::shared_ptr<const Ruleset> rules, const Proof& proof, Scripts& scripts,
               std::uint64_t most_moves = kMostMoves);

  // The first thing that is wrong. The proof has been read for these rules, and they are such that PatternSolver::fits.
  std::optional<ProofMistake> check(const std::atomic<int>* stop = nullptr,
                                    const std::function<void(std::uint64_t)>& tick = {});
  bool stopped() const { return stopped_; }
  std::uint64_t moves() const { return moves_; }          // that were made
  std::uint64_t positions() const { return positions_; }  // in which the side was to move

 private:
  struct Place {
    std::uint64_t black, white;
    std::uint32_t line;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct PlaceHash {
    std::size_t operator()(const Place& p) const;
  };
  bool wrong(const std::string& code, const std::string& message);
  bool begin(const std::array<PointSet, 2>& stones, Seat to_move, std::optional<Game>& out);
  bool turns_keep_patterns();
  bool turned(const Game& game, const ProofReply& reply);
  bool holds(const ProofClaim& claim, const Game& start);
  bool own_turn(const Game& game, std::uint32_t line);
  bool answers(const Game& game, std::uint32_t line);
  bool answer(const Game& game, Point answer, const ProofLine& line);
  bool ended(const Game& game);
  bool paired(const Game& game, const ProofLine& line);
  bool make(Game& game, Point p);
  bool goes_on();
  std::uint64_t mask(const PointSet& points) const;
  Place place(const std::array<PointSet, 2>& stones, std::uint32_t line) const;
  std::string course() const;

  std::shared_ptr<const Ruleset> rules_;
  const Proof& proof_;
  Scripts& scripts_;
  std::uint64_t most_moves_;
  std::array<std::uint8_t, kCells> number_{};  // of a point, in the board's order
  const std::atomic<int>* stop_ = nullptr;
  std::function<void(std::uint64_t)> tick_;
  Seat side_ = Seat::black;
  bool wins_ = false, stopped_ = false;
  int at_ = 0;               // line of the file that is being followed
  std::vector<Point> made_;  // since the position that the proof begins with
  std::unordered_set<Place, PlaceHash> seen_;
  std::uint64_t moves_ = 0, positions_ = 0;
  std::optional<ProofMistake> mistake_;
};

}  // namespace gofuda::tools
