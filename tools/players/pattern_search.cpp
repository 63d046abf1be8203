#include "tools/players/pattern_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tools/players/answer_tree.hpp"
#include "tools/players/answers.hpp"
#include "tools/players/pattern_board.hpp"
#include "tools/players/win_knowledge.hpp"

namespace gofuda::tools {

namespace {

using Index = AnswerTree::Index;

constexpr std::uint32_t kExpandAt = 2;         // visits of a node before its children are made
constexpr std::size_t kMostNodes = 4'000'000;  // then the tree grows no further
constexpr AnswerTree::Trust kTrust{10, 0.1f};
constexpr int kWeights = 64;  // of patterns: by stones less missing ones, from -kWeights / 2

Squares bit(int number) { return Squares{1} << number; }

// The tree of one search and its games; a child's key is the number of a point.
class PatternTree {
 public:
  explicit PatternTree(const Ruleset& rules);
  const PatternRules& rules() const { return rules_; }
  void clear() { tree_.clear(); }
  bool proven() const { return tree_.node(AnswerTree::kRoot).proven != 0; }
  bool forced() const;  // there is one stone to set, or none
  void iterate(const PatternBoard& root, Random& random);
  std::vector<Point> ranked() const;  // the root's children, the best first
  std::vector<Thinker::Idea> ideas() const;

 private:
  struct PathNode {
    Index node, block;  // the block that the node is a child of
  };
  Index expand(Index at, const PatternBoard& board, Squares free, Random& random);
  void weigh(const PatternBoard& board);
  void learn(const PatternBoard& end, int winner);
  void prove(int winner);

  PatternRules rules_;
  AnswerTree tree_{kTrust};
  std::vector<PathNode> path_;
  std::vector<AnswerTree::Candidate> candidates_;
  std::array<float, kWeights> weights_;
  std::array<float, 64> weight_{};  // of the patterns through each point
  Squares forks_ = 0;
};

PatternTree::PatternTree(const Ruleset& rules) : rules_(rules) {
  for (int i = 0; i < kWeights; ++i) weights_[static_cast<std::size_t>(i)] = WinKnowledge::weight(i, kWeights / 2);
}

bool PatternTree::forced() const {
  const Index b = tree_.node(AnswerTree::kRoot).block;
  return b != AnswerTree::kNone && tree_.block(b).count < 2;
}

// As WinKnowledge::look does, where nobody can win at once.
void PatternTree::weigh(const PatternBoard& board) {
  const Squares own = board.own(board.to_move()), theirs = board.own(board.to_move() ^ 1);
  weight_.fill(0);
  forks_ = 0;
  std::array<Squares, 64> threatened{};  // points on which a stone here threatens to complete a pattern
  for (Squares pattern : rules_.patterns()) {
    const Squares mine = pattern & own, other = pattern & theirs;
    if (mine && other) continue;
    const int have = std::popcount(mine | other);
    Squares missing = pattern & ~(mine | other);
    const int left = std::popcount(missing);
    if (left == 2 && !other) {
      const int a = std::countr_zero(missing), b = 63 - std::countl_zero(missing);
      threatened[static_cast<std::size_t>(a)] |= bit(b);
      threatened[static_cast<std::size_t>(b)] |= bit(a);
    }
    const float more = weights_[static_cast<std::size_t>(std::clamp(have - left + kWeights / 2, 0, kWeights - 1))];
    for (; missing; missing &= missing - 1) weight_[static_cast<std::size_t>(std::countr_zero(missing))] += more;
  }
  for (int n = 0; n < rules_.points(); ++n)
    if (std::popcount(threatened[static_cast<std::size_t>(n)]) > 1) forks_ |= bit(n);
}

// A win alone, or else the points that stop one, or else all, the most promising first.
Index PatternTree::expand(Index at, const PatternBoard& board, Squares free, Random& random) {
  const unsigned side = board.to_move();
  Squares wanted = board.wins(side) & free;
  if (!wanted) wanted = board.wins(side ^ 1) & free;
  const bool urgent = wanted != 0;
  if (!urgent) {
    weigh(board);
    wanted = free;
  }
  const float most = *std::max_element(weight_.begin(), weight_.end());
  candidates_.clear();
  for (; wanted; wanted &= wanted - 1) {
    const int n = std::countr_zero(wanted);
    const float share = most > 0 ? weight_[static_cast<std::size_t>(n)] / most : 0;
    candidates_.push_back(
        {static_cast<AnswerTree::Key>(n), urgent ? Prior{2, 1} : WinKnowledge::prior((forks_ & bit(n)) != 0, share)});
  }
  shuffle(candidates_, random);
  std::sort(candidates_.begin(), candidates_.end(),
            [](const auto& a, const auto& b) { return a.prior.wins * b.prior.games > b.prior.wins * a.prior.games; });
  AnswerTree::Block block{};
  block.seat = static_cast<Seat>(side);
  block.points = true;
  return tree_.add_block(at, block, candidates_);
}

void PatternTree::iterate(const PatternBoard& root, Random& random) {
  PatternBoard board = root;
  path_.assign(1, {AnswerTree::kRoot, AnswerTree::kNone});
  int winner = -1;
  for (int missed = 0; missed < 2 && !board.drawn(rules_);) {
    const Squares free = board.open(rules_);
    missed = free ? 0 : missed + 1;
    if (!free) {
      board.miss();
      continue;
    }
    const Index at = path_.back().node;
    Index block = tree_.node(at).block;
    const bool leaf = path_.size() > 1 && (tree_.node(at).visits < kExpandAt || tree_.size() > kMostNodes);
    if (block == AnswerTree::kNone && leaf) {
      Draws draws(random.next());
      winner = board.play_out(rules_, draws);
      break;
    }
    if (block == AnswerTree::kNone) block = expand(at, board, free, random);
    const auto width = static_cast<std::size_t>(8 + 4 * std::pow(static_cast<float>(tree_.block(block).visits), 0.6f));
    const Index next = tree_.choose(block, width, [](AnswerTree::Key) { return true; });
    const auto number = static_cast<int>(tree_.node(next).key);
    const unsigned side = board.to_move();
    const bool won = board.wins(side) & bit(number);
    board.play(rules_, number);
    path_.push_back({next, block});
    winner = won ? static_cast<int>(side) : board.decided(rules_);
    if (winner < 0) continue;
    prove(winner);
    break;
  }
  learn(board, winner);
}

void PatternTree::learn(const PatternBoard& end, int winner) {
  ++tree_.node(AnswerTree::kRoot).visits;
  for (std::size_t i = path_.size(); i-- > 1;) {
    AnswerTree::Block& b = tree_.block(path_[i].block);
    AnswerTree::Node& n = tree_.node(path_[i].node);
    const float reward = winner < 0 ? 0.5f : winner == index(b.seat) ? 1.0f : 0.0f;
    ++b.visits;
    ++n.visits;
    n.reward += reward;
    const Squares set = end.own(static_cast<unsigned>(index(b.seat)));
    for (Index c = b.first; c < b.first + b.count; ++c) {
      AnswerTree::Node& child = tree_.node(c);
      const auto later = static_cast<float>(set >> child.key & 1);
      child.other_games += later;
      child.other_reward += later * reward;
    }
  }
}

void PatternTree::prove(int winner) {
  const PathNode& last = path_.back();
  tree_.node(last.node).proven = index(tree_.block(last.block).seat) == winner ? 1 : -1;
  for (std::size_t i = path_.size() - 1; i > 0; --i)
    if (!tree_.prove_above(path_[i - 1].node, path_[i].block, path_[i].node)) return;
}

std::vector<Point> PatternTree::ranked() const {
  std::vector<Point> out;
  const Index b = tree_.node(AnswerTree::kRoot).block;
  if (b == AnswerTree::kNone) return out;
  for (Index i : tree_.ranked(b)) out.push_back(rules_.cell(static_cast<int>(tree_.node(i).key)));
  return out;
}

std::vector<Thinker::Idea> PatternTree::ideas() const {
  std::vector<Thinker::Idea> out;
  const Index b = tree_.node(AnswerTree::kRoot).block;
  if (b == AnswerTree::kNone) return out;
  for (Index i : tree_.ranked(b)) {
    Thinker::Idea& idea = out.emplace_back(idea_of(tree_.node(i)));
    idea.line = {rules_.cell(static_cast<int>(tree_.node(i).key))};
    idea.answer.make_stone(idea.line[0]);
  }
  return out;
}

class PatternSearch : public Player, public Thinker {
 public:
  PatternSearch(std::string name, const TreeSearchSettings& settings, const Ruleset& rules)
      : name_(std::move(name)), settings_(settings), tree_(rules) {}
  void begin(const ChanceKey& key, Seat seat) override {
    random_ = Random(key.seed ^ (0x7061747465726eull + static_cast<std::uint64_t>(index(seat))), key.game);
  }
  std::string name() const override { return name_; }
  bool at_once() const override { return false; }
  bool answer(const Question& q, const Observation& seen, Answer& out) override;
  std::vector<Idea> think(const Question& q, const Observation& seen, bool fresh, Clock::time_point until) override;

 private:
  void search(const Observation& seen, SearchClock clock);

  std::string name_;
  TreeSearchSettings settings_;
  Random random_{0};
  PatternTree tree_;
};

void PatternSearch::search(const Observation& seen, SearchClock clock) {
  const PatternBoard root(tree_.rules(), seen.view());
  while (clock.goes_on() && !tree_.proven() && !tree_.forced()) tree_.iterate(root, random_);
}

std::vector<Thinker::Idea> PatternSearch::think(const Question&, const Observation& seen, bool fresh,
                                                Clock::time_point until) {
  if (fresh) tree_.clear();
  search(seen, SearchClock({.playouts = kThought}, until));
  return tree_.ideas();
}

bool PatternSearch::answer(const Question& q, const Observation& seen, Answer& out) {
  if (seen.refused() == 0) {
    tree_.clear();
    search(seen, SearchClock(settings_, by_));
  }
  std::vector<Point> ranked = tree_.ranked();
  std::erase_if(ranked, [&](Point p) { return !q.from.contains(p); });
  if (const auto n = static_cast<std::size_t>(seen.refused()); n < ranked.size())
    out.make_stone(ranked[n]);
  else
    draw_answer(q, random_, out);
  return true;
}

}  // namespace

bool pattern_search_fits(const Ruleset& rules) { return PatternRules::fits(rules); }

std::unique_ptr<Player> make_pattern_search(std::string name, const TreeSearchSettings& settings,
                                            const Ruleset& rules) {
  return std::make_unique<PatternSearch>(std::move(name), settings, rules);
}

}  // namespace gofuda::tools
