// From where two readings have parted in a game to a position in which nothing can be left out.
#pragma once

#include "tools/lab/finding/scene.hpp"

namespace gofuda::lab {

// The game of answers under the first reading, as scenes: from the start of turn `first` on, up to where they part.
struct Origin {
  const TurnAnswers& answers;
  ChanceKey key;
  const Meeting& meeting;
};

struct Shrunk {
  Scene scene;
  Difference difference;
  Seen a, b;
  bool minimal = true;  // nothing can be left out
};

inline constexpr int kMostTrials = 6000;  // of one shrink

class Shrinker {
 public:
  // `by_card`: what the same difference is depends on the card that is named last, too.
  Shrinker(Bench& a, Bench& b, bool by_card = true) : a_(a), b_(b), by_card_(by_card) {}
  // Nothing when no scene shows what was seen in the game.
  std::optional<Shrunk> shrink(const Origin& origin);
  // The same for a scene that parts already.
  std::optional<Shrunk> shrink(Scene scene);

 private:
  std::optional<Difference> judge(const Scene& scene);
  bool same(const Scene& scene);
  bool take(const Scene& scene);
  template <class List>
  bool reduce(List list);
  bool pass();
  bool trim();
  bool drop_turns(std::size_t width);
  bool drop_effects();
  std::optional<Scene> first_scene(const Origin& origin);

  Bench &a_, &b_;
  const bool by_card_;
  Scene scene_;
  Difference wanted_;
  Seen seen_a_, seen_b_;
  int trials_ = 0;
};

// Every scene that is one stone, one card, one effect with its card, one ko or one word smaller.
std::vector<Scene> one_smaller(const Scene& scene);

}  // namespace gofuda::lab
