// What a search has found of the answers to a question, as features and how often each answer was visited.
#pragma once

#include <string>
#include <vector>

#include "tools/players/policy.hpp"
#include "tools/players/tree_search.hpp"

namespace gofuda::tools {

struct Lesson {
  struct Case {
    std::size_t end;   // of its features
    float target;      // its share of the visits
    float stands_for;  // so many answers, of which one was drawn
  };
  std::vector<Case> cases;
  std::vector<Feature> features;    // of one case after the other
  std::vector<std::string> labels;  // instead, where one of the card's labels is chosen
  CardId card = kNoCard;
};

// Writes the lessons of a game down.
class Notes : public Pupil {
 public:
  Notes(std::shared_ptr<const Weights> weights, const Ruleset& rules, std::uint64_t seed, std::uint64_t game)
      : policy_(std::move(weights), rules), random_(seed ^ 0x6c6573736f6eull, game) {}
  void lesson(const Question& q, const Observation& seen, const PointSet& chosen, const AnswerTree& tree,
              AnswerTree::Index block) override;
  std::vector<Lesson> take() { return std::move(lessons_); }

 private:
  void add_case(Lesson& lesson, const Question& q, AnswerTree::Key key, float target, float stands_for);

  Policy policy_;
  Random random_;
  std::vector<Lesson> lessons_;
  std::vector<Feature> features_;
  std::vector<AnswerTree::Key> others_;
};

}  // namespace gofuda::tools
