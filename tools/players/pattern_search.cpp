#include "tools/players/pattern_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tools/players/answer_tree.hpp"
#include "tools/players/answers.hpp"
#include "tools/players/pattern_board.hpp"
#include "tools/players/win_knowledge.hpp"
#include "tools/solver/exact_threats.hpp"

namespace gofuda::tools {

namespace {

using Index = AnswerTree::Index;

constexpr AnswerTree::Trust kTrust{10, 0.1f};
constexpr int kPatternWeights = 64;  // of patterns: by stones less missing ones, from -kPatternWeights / 2

// A search for wins by threats alone, in positions and plies: at a leaf, and where a node gets children.
struct ThreatLimits {
  std::uint64_t nodes;
  int plies;
};
constexpr ThreatLimits kAtLeaf{60, 7}, kAtNode{600, 21};

// The tree of one search and its games; a child's key is the number of a point.
class PatternTree {
 public:
  explicit PatternTree(const Ruleset& rules);
  const PatternRules& rules() const { return rules_; }
  void clear() { tree_.clear(); }
  bool proven() const { return tree_.node(AnswerTree::kRoot).proven != 0; }
  bool forced() const;  // there is one stone to set, or none
  void load(const Position& root) { counted_.load(root); }
  void iterate(const PatternBoard& root, Random& random);
  std::vector<Point> ranked() const;  // the root's children, the best first
  std::vector<Thinker::Idea> ideas() const;

 private:
  struct PathNode {
    Index node, block;  // the block that the node is a child of
  };
  Index expand(Index at, const PatternBoard& board, Squares free, Random& random);
  int descend(PatternBoard& board, Random& random);
  bool threats_win(const PatternBoard& board, unsigned side, const ThreatLimits& limits);
  Squares worth_a_look(const PatternBoard& board, Squares free);
  void weigh(const PatternBoard& board);
  void learn(const PatternBoard& end, int winner);
  void prove(int winner);

  PatternRules rules_;
  CountedBoard counted_;  // the same stones as the board of an iteration, while it is in the tree
  SearchBudget budget_;
  ThreatSearch threats_;
  int last_opening_ = -1;  // up to so many stones, some points are closed
  AnswerTree tree_{kTrust};
  std::vector<PathNode> path_;
  std::vector<AnswerTree::Candidate> candidates_;
  std::array<float, kPatternWeights> weights_;
  std::array<float, 64> weight_{};  // of the patterns through each point
  Squares forks_ = 0;
};

PatternTree::PatternTree(const Ruleset& rules) : rules_(rules), counted_(rules), threats_(counted_, budget_) {
  for (const Opening& o : rules.openings) last_opening_ = std::max(last_opening_, o.stones);
  for (int i = 0; i < kPatternWeights; ++i)
    weights_[static_cast<std::size_t>(i)] = WinKnowledge::weight(i, kPatternWeights / 2);
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
    const float more =
        weights_[static_cast<std::size_t>(std::clamp(have - left + kPatternWeights / 2, 0, kPatternWeights - 1))];
    for (; missing; missing &= missing - 1) weight_[static_cast<std::size_t>(std::countr_zero(missing))] += more;
  }
  for (int n = 0; n < rules_.points(); ++n)
    if (std::popcount(threatened[static_cast<std::size_t>(n)]) > 1) forks_ |= bit(n);
}

// Does that side, if it is to move, win by threats alone? Nobody can complete a pattern with the next stone.
bool PatternTree::threats_win(const PatternBoard& board, unsigned side, const ThreatLimits& limits) {
  if (counted_.stones() <= last_opening_ || board.wins(0) || board.wins(1)) return false;
  SearchLimits most;
  most.nodes = limits.nodes;
  budget_.begin(most);
  return threats_.win(static_cast<int>(side), limits.plies) > 0;
}

// Where threats win, the first of them; where they would win for the other side, what could spoil that; else all.
Squares PatternTree::worth_a_look(const PatternBoard& board, Squares free) {
  const unsigned side = board.to_move();
  if (threats_win(board, side, kAtNode)) {
    const Squares first = bit(threats_.line().back()) & free;
    return first ? first : free;
  }
  if (!threats_win(board, side ^ 1, kAtNode)) return free;
  const ThreatSearch::Zone zone = threats_.spoilers(static_cast<int>(side ^ 1));
  Squares spoilers = 0;
  for (Squares left = free; left; left &= left - 1)
    if (zone[static_cast<std::size_t>(std::countr_zero(left))]) spoilers |= left & -left;
  return spoilers ? spoilers : free;
}

// A win alone, or else the points that stop one, or else those worth a look, the most promising first.
Index PatternTree::expand(Index at, const PatternBoard& board, Squares free, Random& random) {
  const unsigned side = board.to_move();
  Squares wanted = board.wins(side) & free;
  if (!wanted) wanted = board.wins(side ^ 1) & free;
  const bool urgent = wanted != 0;
  if (!urgent) {
    weigh(board);
    wanted = worth_a_look(board, free);
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
  const int winner = descend(board, random);
  for (std::size_t i = path_.size(); i-- > 1;)
    counted_.take_back(index(tree_.block(path_[i].block).seat), static_cast<int>(tree_.node(path_[i].node).key));
  learn(board, winner);
}

// Down the tree and to the end of the game. The winner's index; -1 for a draw.
int PatternTree::descend(PatternBoard& board, Random& random) {
  for (int missed = 0; missed < 2 && !board.drawn(rules_);) {
    const Squares free = board.open(rules_);
    missed = free ? 0 : missed + 1;
    if (!free) {
      board.miss();
      continue;
    }
    const Index at = path_.back().node;
    Index block = tree_.node(at).block;
    const bool leaf =
        path_.size() > 1 && (tree_.node(at).visits < AnswerTree::kExpandAt || tree_.size() > AnswerTree::kMostNodes);
    if (block == AnswerTree::kNone && leaf) {
      Draws draws(random.next());
      return board.play_out(rules_, draws);
    }
    if (block == AnswerTree::kNone) block = expand(at, board, free, random);
    const auto width = static_cast<std::size_t>(8 + 4 * std::pow(static_cast<float>(tree_.block(block).visits), 0.6f));
    const Index next = tree_.choose(block, width, [](AnswerTree::Key) { return true; });
    const auto number = static_cast<int>(tree_.node(next).key);
    const unsigned side = board.to_move();
    const bool won = board.wins(side) & bit(number);
    board.play(rules_, number);
    counted_.set(static_cast<int>(side), number);
    path_.push_back({next, block});
    int winner = won ? static_cast<int>(side) : board.decided(rules_);
    if (const auto visits = tree_.node(next).visits;
        winner < 0 && visits < AnswerTree::kExpandAt && threats_win(board, side ^ 1, visits == 0 ? kAtLeaf : kAtNode))
      winner = static_cast<int>(side ^ 1);
    if (winner < 0) continue;
    prove(winner);
    return winner;
  }
  return -1;
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
  Effort effort() const override { return {settings_.playouts, settings_.milliseconds}; }
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
  const View position = seen.view();
  const PatternBoard root(tree_.rules(), position);
  tree_.load(position);
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
