// Monte-Carlo tree search for any game that the engine plays: cards, hidden piles, chance and sets of points included.
//
// Each iteration deals what the seat does not know anew, plays the pending turn from its start with the answers given
// so far, follows the tree question by question (answer_tree.hpp), and plays on at random. Where stones and area
// decide, the rules with all their cards play the turn in which the tree ends and `ahead` more; a game of stones alone,
// which is many times faster, then tells what the board is worth. Elsewhere the game is played to its end.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>

#include "core/halt.hpp"
#include "tools/players/answer_tree.hpp"
#include "tools/players/player.hpp"
#include "tools/players/thinker.hpp"

namespace gofuda::tools {

class Weights;

// Is told of what a search has found before it answers.
class Pupil {
 public:
  virtual ~Pupil() = default;
  // Of the next share of the answer, after those in `chosen`: the block's children with their visits.
  virtual void lesson(const Question& q, const Observation& seen, const PointSet& chosen, const AnswerTree& tree,
                      AnswerTree::Index block) = 0;
};

struct TreeSearchSettings {
  std::int64_t playouts = 1000;
  std::int64_t milliseconds = 0;  // > 0: as long as this instead
  int ahead = 0;
  int answers = 0;        // stones of a random game that answer the one before, or take or save what is in atari
  int most_turns = 2000;  // a game that is not over then counts as it stands
  std::shared_ptr<const Weights> weights{};  // of a learned policy; or none
  Pupil* pupil = nullptr;
};

// How long a search goes on.
class SearchClock {
 public:
  explicit SearchClock(const TreeSearchSettings& settings, Thinker::Deadline by = {}) : settings_(settings), by_(by) {
    if (settings.milliseconds == 0) return;
    const auto until = Clock::now() + std::chrono::milliseconds(settings.milliseconds);
    by_ = std::min(by_.value_or(until), until);
  }
  bool goes_on() {  // for one more playout; the time is looked at now and then
    if (halted()) return false;
    const std::int64_t n = played_++;
    if (by_ && n >= kLeast && n % 8 == 0 && Clock::now() >= *by_) return false;
    return settings_.milliseconds > 0 || n < settings_.playouts;
  }

 private:
  using Clock = Thinker::Clock;
  static constexpr std::int64_t kLeast = 16;  // when the time is up: as many as it takes to have an answer
  TreeSearchSettings settings_;
  Thinker::Deadline by_;
  std::int64_t played_ = 0;
};

constexpr std::int64_t kThought = 1 << 20;            // games that are thought ahead at a time, at most
Thinker::Idea idea_of(const AnswerTree::Node& node);  // without what it is

std::unique_ptr<Player> make_tree_search(std::string name, const TreeSearchSettings& settings, const Ruleset& rules);

}  // namespace gofuda::tools
