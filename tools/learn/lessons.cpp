#include "tools/learn/lessons.hpp"

#include <algorithm>

namespace gofuda::tools {

namespace {

constexpr std::size_t kOthers = 60;    // answers that were not visited: drawn, to stand for all of them
constexpr std::uint32_t kFewest = 24;  // visits of a block that tell anything

}  // namespace

void Notes::add_case(Lesson& lesson, const Question& q, AnswerTree::Key key, float target, float stands_for) {
  if (q.kind == QuestionKind::choice) {
    lesson.labels.push_back(q.labels[key]);
  } else {
    policy_.features(key, features_);
    lesson.features.insert(lesson.features.end(), features_.begin(), features_.end());
  }
  lesson.cases.push_back({lesson.features.size(), target, stands_for});
}

void Notes::lesson(const Question& q, const Observation& seen, const PointSet& chosen, const AnswerTree& tree,
                   AnswerTree::Index block) {
  const AnswerTree::Block& b = tree.block(block);
  if (!Policy::fits(q.kind) || b.count < 2 || b.visits < kFewest) return;
  policy_.look(q, seen, chosen);
  Lesson lesson;
  lesson.card = q.card;
  std::uint32_t visits = 0;
  for (AnswerTree::Index i = b.first; i < b.first + b.count; ++i)
    if (!tree.node(i).refused) visits += tree.node(i).visits;
  if (visits == 0) return;
  others_.clear();
  for (AnswerTree::Index i = b.first; i < b.first + b.count; ++i) {
    const AnswerTree::Node& n = tree.node(i);
    if (n.refused) continue;
    if (n.visits == 0)
      others_.push_back(n.key);
    else
      add_case(lesson, q, n.key, static_cast<float>(n.visits) / static_cast<float>(visits), 1);
  }
  shuffle(others_, random_);
  const std::size_t drawn = std::min(kOthers, others_.size());
  for (std::size_t i = 0; i < drawn; ++i)
    add_case(lesson, q, others_[i], 0, static_cast<float>(others_.size()) / static_cast<float>(drawn));
  lessons_.push_back(std::move(lesson));
}

}  // namespace gofuda::tools
