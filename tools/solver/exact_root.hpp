// The moves at the root of a search, and which of them are the best.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "tools/solver/exact_solver.hpp"
#include "tools/solver/exact_symmetry.hpp"

namespace gofuda::tools {

struct RootMove {
  Point point;  // kNoPoint: a pass
  int value;    // of the last search; of moves that are not among the best, no more than that they are worse
};

class RootMoves {
 public:
  // Of the moves that symmetries of the position lead to each other, one is kept; the better they look, the sooner they
  // come. The symmetries must outlive this.
  void assign(std::vector<RootMove> moves, const Symmetries& symmetries, std::vector<int> own) {
    symmetries_ = &symmetries;
    own_ = std::move(own);
    moves_ = std::move(moves);
    std::erase_if(moves_, [&](const RootMove& m) {
      return std::any_of(own_.begin(), own_.end(), [&](int s) { return symmetries_->image(s, m.point) < m.point; });
    });
    sort();
  }
  const std::vector<RootMove>& all() const { return moves_; }

  // The best value of value_of(point, alpha, beta). Moves that are as good as the best get their values right. Where
  // the budget ran out before the end, nothing, and the moves are as they were.
  template <class F>
  std::optional<int> search(const SearchBudget& budget, int alpha, int beta, F&& value_of) {
    std::vector<RootMove> found = moves_;
    for (RootMove& m : found) m.value = -kInfinite;
    int best = -kInfinite;
    for (RootMove& m : found) {
      m.value = value_of(m.point, std::max(alpha, best - 1), beta);
      if (budget.spent()) return std::nullopt;
      best = std::max(best, m.value);
      if (best >= beta) break;
    }
    moves_ = std::move(found);
    sort();
    return best;
  }
  // Those moves, and all that the symmetries lead them to.
  std::vector<Point> images(const std::vector<Point>& points) const {
    std::vector<Point> out;
    for (Point p : points)
      for (int s : own_) out.push_back(symmetries_->image(s, p));
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  // The moves of that value or more.
  std::vector<Point> best(int value) const {
    std::vector<Point> out;
    for (const RootMove& m : moves_)
      if (m.value >= value) out.push_back(m.point);
    return images(out);
  }

 private:
  void sort() {
    std::stable_sort(moves_.begin(), moves_.end(),
                     [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
  }
  const Symmetries* symmetries_ = nullptr;
  std::vector<int> own_;
  std::vector<RootMove> moves_;
};

}  // namespace gofuda::tools
