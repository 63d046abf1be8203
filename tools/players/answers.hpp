// The answers to a question as a search builds them: share by share, each of them a key of the tree.
#pragma once

#include <vector>

#include "core/player.hpp"
#include "core/random.hpp"
#include "tools/players/answer_tree.hpp"
#include "tools/players/win_knowledge.hpp"

namespace gofuda::tools {

// What is known of stones before any game was played; memory for it.
struct Knowledge {
  explicit Knowledge(const Ruleset& rules) : wins(rules) {}
  StoneKnowledge captures;
  WinKnowledge wins;
};

// One answer under construction. Of a set of points a key is a point; every other answer is a single key.
class AnswerBuilder {
 public:
  explicit AnswerBuilder(const Question& q) : q_(q) {}

  bool open(AnswerTree::Key key) const;  // may it come next, as far as the question tells?
  void add(AnswerTree::Key key);
  bool complete() const { return complete_; }
  // In an order drawn by `random`, the most promising first. Stones that the game would refuse, or that fill an own eye
  // where another will do, are left out.
  void candidates(const Observation& seen, Knowledge& knowledge, Random& random,
                  std::vector<AnswerTree::Candidate>& out) const;
  // The same shares in a fixed order, without what is known of them.
  void keys(const Observation& seen, std::vector<AnswerTree::Key>& out) const;
  void complete_at_random(Random& random);            // a set of points
  const PointSet& chosen() const { return chosen_; }  // of a set, so far
  void take(Answer& out);

  bool is_set() const { return q_.kind == QuestionKind::points; }

 private:
  template <class F>
  void each_key(const Observation& seen, F&& f) const;
  void stones(const Observation& seen, Knowledge& knowledge, std::vector<AnswerTree::Candidate>& out) const;
  void placements(const Observation& seen, Knowledge& knowledge, std::vector<AnswerTree::Candidate>& out) const;
  void points(const Observation& seen, Knowledge& knowledge, std::vector<AnswerTree::Candidate>& out) const;
  int size() const { return static_cast<int>(points_.size()); }

  const Question& q_;
  std::vector<Point> points_;  // of a set
  Answer answer_;              // else
  PointSet chosen_;
  bool complete_ = false;
};

// The stones of one's own that a placement's key lays.
void own_stones_of(const Question& q, AnswerTree::Key key, std::vector<Point>& out);

// Any answer, each as likely as the others, whether or not the game takes it.
void draw_answer(const Question& q, Random& random, Answer& out);
// The same, but where the game has refused answers, one that it takes, if that is found.
void any_answer(const Question& q, const Observation& seen, Random& random, Answer& out);
// To the question which stones are dead: as it is proposed, or none.
void answer_dead(const Observation& seen, bool any, Answer& out);

}  // namespace gofuda::tools
