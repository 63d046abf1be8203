// What the patterns of the win conditions say of a stone before any game was played.
#pragma once

#include <array>
#include <vector>

#include "core/ruleset.hpp"
#include "tools/players/stone_knowledge.hpp"

namespace gofuda::tools {

class WinKnowledge {
 public:
  // Of a stone where nobody can win with the next one: is it a fork, and how much do the patterns through it weigh,
  // from 0 to 1 for the most?
  static Prior prior(bool fork, float weight);
  static float weight(int stones, int missing);  // of a pattern that one side alone has stones in

  explicit WinKnowledge(const Ruleset& rules) : rules_(rules) {}
  bool any() const;  // are there patterns at all?

  void look(const Board& board, Colour to_move);
  Prior of(Point p) const;  // of a stone of the side to move

  // A point of `from` that completes a pattern of that colour; kNoPoint when there is none.
  Point completes(const Board& board, const PointSet& from, Colour c) const;

 private:
  void note_threat(const PointSet& two);

  const Ruleset& rules_;
  std::array<Point, kCells> threat_;  // a point that a stone here threatens to complete a pattern on
  std::array<float, kCells> weight_;  // of the patterns through a point that one side alone has stones in
  float most_ = 0;
  PointSet wins_, blocks_;
  PointSet forks_;  // a stone there leaves two points that complete a pattern
};

}  // namespace gofuda::tools
