// Fits the weights of a policy to lessons: the likelihood of what a search has visited grows, in steps that become
// smaller for what was seen often (Duchi, Hazan and Singer 2011).
#pragma once

#include <memory>
#include <vector>

#include "tools/learn/lessons.hpp"

namespace gofuda::tools {

class Trainer {
 public:
  explicit Trainer(const Ruleset& rules) : weights_(rules) {}
  void learn(Lesson& lesson);
  std::uint64_t learned() const { return learned_; }
  // Of the last lessons, before they were learned: how often the policy's first answer was the search's, and how often
  // one by chance would have been.
  double agreed() const { return agreed_; }
  double by_chance() const { return by_chance_; }
  const Weights& weights() const { return weights_; }
  std::shared_ptr<const Weights> copy() const;  // for players

 private:
  float& slope(Features::Index i);
  void note(const Lesson& lesson);

  Weights weights_;
  std::vector<float> slopes_;  // squares of the slopes so far, summed
  std::vector<float> shares_;
  std::uint64_t learned_ = 0;
  double agreed_ = 0, by_chance_ = 0;
};

}  // namespace gofuda::tools
