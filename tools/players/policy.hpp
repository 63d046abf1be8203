// A learned policy: how likely each answer to a question is chosen, by weights of what it looks like and does.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/player.hpp"
#include "tools/players/answers.hpp"
#include "tools/players/features.hpp"

namespace gofuda::tools {

// The weights of a game, shared by the players of all threads. The rules must outlive them.
class Weights {
 public:
  explicit Weights(const Ruleset& rules) : features(rules), values_(features.size(), 0.0f) {}
  Features features;

  float operator[](Features::Index i) const { return i < values_.size() ? values_[i] : 0; }
  void put(Features::Index i, float w) {
    if (i >= values_.size()) values_.resize(features.size(), 0.0f);
    values_[i] = w;
  }
  // Squares have their weight in all their turns, so that a player need not look for the one that stands for all.
  void spread();
  float of_square(std::uint32_t code) const { return spread_.empty() ? (*this)[features.square(code)] : spread_[code]; }
  // f(index, weight) for each that is not zero.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (values_[i] != 0) f(static_cast<Features::Index>(i), values_[i]);
  }

 private:
  std::vector<float> values_, spread_;
};

struct Feature {
  Features::Index index;
  float value;
};

// Looks at one question after another. One a thread.
class Policy {
 public:
  using Key = AnswerTree::Key;
  explicit Policy(std::shared_ptr<const Weights> weights, const Ruleset& rules)
      : weights_(std::move(weights)), rules_(rules) {}

  static bool fits(QuestionKind kind) { return !by_chance(kind) && kind != QuestionKind::dead; }
  // Of sets, `chosen` are the points so far. What it is shown must live until the last question about it.
  void look(const Question& q, const Observation& seen, const PointSet& chosen);
  float score(Key key);
  void features(Key key, std::vector<Feature>& out);
  // Of the keys: how likely each is chosen.
  void shares(std::span<const Key> keys, std::vector<float>& out);
  // The likeliest answer, or one drawn by the shares. False where there is none.
  bool answer(const Question& q, const Observation& seen, Random* random, Answer& out);

 private:
  static constexpr int kNear = 4;
  struct Row {  // of a point, for one side
    std::uint8_t missing = 0, patterns = 0;
  };
  struct Beside {
    std::uint16_t chain;
    int taken;  // liberties
    Point by;
  };
  void find_steps();
  void find_steps_from_chosen();
  void find_rows();
  int situation();
  std::uint32_t square(Point p) const;
  int line_of(Point p) const;
  template <class F>
  void each(Key key, F&& f);
  template <class F>
  void each_trait(Act act, F&& f, Trait t, int value, float share = 1);
  template <class F>
  void each_place(Point p, float share, F&& f);
  float worth_of_place(Point p);
  template <class F>
  void each_stone(Act act, std::span<const Point> stones, F&& f);
  template <class F>
  void each_chain(Act act, std::span<const Point> stones, F&& f);
  template <class F>
  void each_row(Act act, std::span<const Point> stones, F&& f);
  template <class F>
  void each_touched(Act act, Point p, F&& f);
  void gather(std::span<const Point> stones, int& liberties);

  std::shared_ptr<const Weights> weights_;
  const Ruleset& rules_;
  const Question* q_ = nullptr;
  Act act_ = Act::stone;  // of what it sets
  const Board* board_ = nullptr;
  Colour own_ = Colour::black;
  const PointSet* chosen_ = nullptr;
  bool captures_ = false;
  int situation_ = 0;  // of an offer
  bool set_ = false;   // the share that was looked at sets stones_
  ChainTable chains_;
  int fullness_ = 0;  // of the board, 0 to 2
  std::array<std::uint8_t, kCells> last_, near_own_, near_theirs_, near_chosen_;
  std::array<std::array<Row, kCells>, 2> rows_;       // own, theirs
  std::array<float, kCells> place_;                   // worth_of_place, where it was asked since
  std::array<std::uint32_t, kCells> place_looked_{};  // the last look
  std::uint32_t looked_ = 0;
  std::array<std::uint32_t, kCells> stamp_{};
  std::uint32_t now_ = 0;
  std::vector<Beside> beside_;
  std::vector<Point> stones_;
  std::vector<Key> keys_;
  std::vector<float> shares_;
};

}  // namespace gofuda::tools
