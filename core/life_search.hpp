// Whether stones can be taken: a tree search in a part of the board, guided playouts at its leaves.
#pragma once

#include <cstdint>
#include <vector>

#include "core/guided_playout.hpp"

namespace gofuda {

class LifeSearch {
 public:
  // Of `stones`, which are all of one colour, when nothing is played outside `where`.
  LifeSearch(const Board& board, const PointSet& stones, const PointSet& where);
  // In which share of the games the stones' points are their own colour's after the best play that was found, when
  // `first` moves first. No game is begun once so many points have been looked at, or when it is clear.
  double survival(Colour first, int playouts, std::uint64_t most_looked, Draws& draws);
  std::uint64_t looked() const { return looked_ + playout_.looked(); }  // at points, in all games

 private:
  struct Node {
    Point move;
    float visits = 0, wins = 0;     // of the side that moved here
    float seen = 0, seen_wins = 0;  // of games in which that side played there later on
    std::uint32_t children = 0, count = 0;
  };

  void expand(std::uint32_t node, const Board& board, Colour to_move);
  std::uint32_t choose(const Node& node) const;
  void iterate(Colour first, Draws& draws);
  void learn(bool lives, Colour first);
  const Node* best() const;
  bool clear() const;

  const Board& start_;
  PointSet stones_, where_;
  Colour owner_;
  GuidedPlayout playout_;
  Board work_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  std::vector<Point> moves_;  // of the last game, from the root
  std::uint64_t looked_ = 0;  // in the tree
};

}  // namespace gofuda
