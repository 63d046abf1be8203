// A player that answers every question at random, evenly over the answers that are legal: sets of points are drawn, not
// listed; a placement is drawn among those on empty points; what the game then refuses is drawn again.
#pragma once

#include "core/player.hpp"
#include "core/random.hpp"

namespace gofuda {

// So many different points of the set, in which there are as many; a draw each.
PointSet draw_points(PointSet from, int n, Random& random);

class RandomPlayer : public DrawingPlayer {
 public:
  explicit RandomPlayer(std::uint64_t seed, std::uint64_t game = 0, bool fill_eyes = false, Patience patience = {})
      : DrawingPlayer(patience), random_(seed ^ 0x52616e646f6dull, game), fill_eyes_(fill_eyes) {}
  void begin(const ChanceKey& key, Seat seat) override {
    *this = RandomPlayer(2 * key.seed + static_cast<std::uint64_t>(index(seat)), key.game, fill_eyes_);
  }
  std::string name() const override { return "random"; }
  // An ordinary stone: even over the legal points that are not the seat's own single-point eyes; without one, a pass
  // or, where it may not pass, any legal point. Dead stones: as playouts find them, the same for both seats.
  bool answer(const Question& q, const Observation& seen, Answer& out) override;

 private:
  void pick_points(const Question& q, Answer& out);
  bool pick_placement(const Question& q, Answer& out);
  bool pick_stone(const Question& q, const Observation& seen, bool any, Answer& out);

  Random random_;
  bool fill_eyes_;
  std::vector<Point> points_;
  std::span<const Orientation> shape_;  // of the last placement that was asked for
  PointSet from_;
  std::vector<PointSet> where_;
  std::vector<int> ways_;  // how many there are, for each orientation,
  int all_ways_ = 0;       // and for all
};

}  // namespace gofuda
