#include "tools/players/tree_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "core/playout.hpp"
#include "core/random_player.hpp"
#include "core/result.hpp"
#include "core/simulator.hpp"
#include "tools/players/answers.hpp"
#include "tools/players/endings.hpp"
#include "tools/players/policy.hpp"
#include "tools/players/stone_policy.hpp"
#include "tools/players/turn_work.hpp"

namespace gofuda::tools {

namespace {

using Index = AnswerTree::Index;

constexpr int kMostRefusals = 24;    // in a turn; then it is left as it is, for there are cheaper iterations
constexpr float kScoreShare = 0.1f;  // of a reward: by how much, rather than who

// Progressive widening: how many children are looked at after n visits of their block.
std::size_t width_after(std::uint32_t visits) {
  return static_cast<std::size_t>(8 + 4 * std::pow(static_cast<float>(visits), 0.6f));
}

// Where a single stone wins or loses, the games in which it came later tell little.
AnswerTree::Trust trust_for(const Ruleset& rules) {
  return rules.wins.empty() ? AnswerTree::Trust{300, 0.12f} : AnswerTree::Trust{10, 0.1f};
}

// Can a game of stones alone tell what a board is worth? By the rules of the game, that is: while a card on the table
// changes them, it cannot.
bool stones_tell(const Ruleset& rules) {
  return rules.wins.empty() && !rules.counting && rules.rules.tax == Tax::none &&
         rules.rules.captures != CaptureOrder::none && rules.rules.scoring == Scoring::area &&
         rules.rules.stones == 0 && rules.rules.passes_to_end > 0;
}

// Is it for stones that land on vacant points?
bool sets_stones(const Question& q, const Observation& seen) {
  return q.kind == QuestionKind::points && seen.board().points_of(Colour::empty).contains_all(q.from);
}

// Answers the questions of one iteration: along the tree first, then at random.
class Walker : public DrawingPlayer {
 public:
  Walker(const Ruleset& rules, AnswerTree& tree, Random& random, Policy* policy, TurnWork& work)
      : tree_(tree),
        work_(work),
        random_(random),
        player_(random.next()),
        knowledge_(rules),
        patterns_(knowledge_.wins.any()),
        policy_(policy),
        plays_by_policy_(policy && !stones_tell(rules)) {}
  void set_out(Index root) {
    path_.assign(1, {root, AnswerTree::kNone, 0, false, 0});
    shares_.clear();
    answers_ = 0;
    turn_begins_at_ = 1;
    first_turn_ = true;
    leaf_ = in_tree_last_ = by_chance_ = false;
    asked_ = refusals_ = 0;
    first_.fill(0);
  }
  void next_turn() {  // the cursor starts anew
    asked_ = refusals_ = 0;
    for (PathNode& s : path_) s.cursor = 0;
    turn_begins_at_ = path_.size();
    first_turn_ = false;
  }
  bool at_leaf() const { return leaf_; }
  Index first_answer() const { return path_.size() > 1 ? path_[1].node : AnswerTree::kNone; }
  bool answer(const Question& q, const Observation& seen, Answer& out) override;
  void note_stone(Point p, Seat s) {
    if (p != kNoPoint && !first_[p]) first_[p] = static_cast<std::uint8_t>(1 + index(s));
  }
  void learn(float black_reward);
  // The game has ended by that seat's win. Where nothing but the tree's answers led there, they are proven
  // (MCTS-Solver, Winands, Bjornsson and Saito 2008).
  void prove(Seat winner);

 private:
  struct PathNode {
    Index node, block;  // the block that the node is a child of
    std::size_t cursor;
    bool complete;         // with it the answer was
    std::uint32_t answer;  // which one of this game
  };
  struct Share {  // of an answer that is a set of points
    std::uint32_t answer;
    Point point;
  };
  void take_back(std::size_t cursor);
  void note_set(const PointSet& points, const Question& q, const Observation& seen);
  void learn_shares(AnswerTree::Block& b, std::uint32_t answer, float reward);
  bool decisive(const Question& q, const Observation& seen, Answer& out) const;
  bool along_tree(const Question& q, const Observation& seen, AnswerBuilder& builder);
  Index block_for(Index node, const Question& q, const Observation& seen, const AnswerBuilder& builder);
  void weigh(Index block, const Question& q, const Observation& seen, const AnswerBuilder& builder);

  AnswerTree& tree_;
  TurnWork& work_;
  Random& random_;
  RandomPlayer player_;
  Knowledge knowledge_;
  bool patterns_;
  Policy* policy_;        // nullptr: none
  bool plays_by_policy_;  // in the random games, too
  std::vector<AnswerTree::Key> keys_;
  std::vector<float> weighed_;
  std::vector<PathNode> path_;
  std::vector<Share> shares_;
  std::uint32_t answers_ = 0;  // the tree has given so far
  std::vector<AnswerTree::Candidate> candidates_;
  std::array<std::uint8_t, kCells> first_{};  // which seat chose a point first, plus 1
  std::size_t turn_begins_at_ = 1;
  bool first_turn_ = true;
  std::size_t cursor_ = 0;        // of the last question
  int asked_ = 0, refusals_ = 0;  // in this turn
  bool leaf_ = false, in_tree_last_ = false;
  bool by_chance_ = false;  // some answer was not the tree's
};

// A play that the game refused is tried again: the answers since its start are off the path. The last of them is
// marked, if the tree gave it.
void Walker::take_back(std::size_t cursor) {
  bool last = true;
  while (path_.size() > turn_begins_at_ && path_.back().cursor >= cursor) {
    if (last && in_tree_last_ && path_.back().complete) tree_.node(path_.back().node).refused = true;
    last = leaf_ = false;
    path_.pop_back();
  }
}

bool Walker::answer(const Question& q, const Observation& seen, Answer& out) {
  if (asked_ > 0 && seen.answered() <= cursor_ && ++refusals_ > kMostRefusals) return false;
  ++asked_;
  if (first_turn_) work_.count_question(q);
  cursor_ = seen.answered();
  take_back(seen.answered());
  in_tree_last_ = false;
  if (q.kind == QuestionKind::dead) return player_.answer(q, seen, out);
  if (!leaf_) {
    AnswerBuilder builder(q);
    if (along_tree(q, seen, builder)) {
      by_chance_ |= !builder.complete();
      if (!builder.complete()) builder.complete_at_random(random_);
      if (builder.is_set()) note_set(builder.chosen(), q, seen);
      builder.take(out);
      return true;
    }
  }
  leaf_ = by_chance_ = true;
  if (decisive(q, seen, out)) return note_stone(out.stone(), q.seat), true;
  const bool by_policy = plays_by_policy_ && Policy::fits(q.kind) && refusals_ == 0;
  if (!(by_policy && policy_->answer(q, seen, &random_, out)) && !player_.answer(q, seen, out)) return false;
  if (q.kind == QuestionKind::stone || q.kind == QuestionKind::points)
    for (Point p : out.numbers()) note_stone(p, q.seat);
  return true;
}

// A stone that wins, or that keeps the other side from winning with its next one.
bool Walker::decisive(const Question& q, const Observation& seen, Answer& out) const {
  if (!patterns_ || q.kind != QuestionKind::stone) return false;
  Point p = knowledge_.wins.completes(seen.board(), q.from, q.colour);
  if (p == kNoPoint) p = knowledge_.wins.completes(seen.board(), q.from, opposite(q.colour));
  out.make_stone(p);
  return p != kNoPoint;
}

void Walker::note_set(const PointSet& points, const Question& q, const Observation& seen) {
  const bool stones = sets_stones(q, seen);
  points.for_each([&](Point p) { stones ? note_stone(p, q.seat) : void(shares_.push_back({answers_, p})); });
}

Index Walker::block_for(Index node, const Question& q, const Observation& seen, const AnswerBuilder& builder) {
  const std::uint64_t question = q.key.hash();
  if (const Index b = tree_.find_block(node, question); b != AnswerTree::kNone) {
    if (policy_ && tree_.waits_for_policy(b)) weigh(b, q, seen, builder);
    return b;
  }
  if (path_.size() > 1 && (tree_.node(node).visits < AnswerTree::kExpandAt || tree_.size() > AnswerTree::kMostNodes))
    return AnswerTree::kNone;
  builder.candidates(seen, knowledge_, random_, candidates_);
  if (candidates_.empty()) return AnswerTree::kNone;
  AnswerTree::Block b{};
  b.question = question;
  b.seat = q.seat;
  b.points = q.kind == QuestionKind::stone || sets_stones(q, seen);
  b.set = q.kind == QuestionKind::points && !b.points;
  b.words = q.kind == QuestionKind::offer || q.kind == QuestionKind::choice;
  const Index made = tree_.add_block(node, b, candidates_);
  if (policy_ && path_.size() == 1) weigh(made, q, seen, builder);
  return made;
}

void Walker::weigh(Index at, const Question& q, const Observation& seen, const AnswerBuilder& builder) {
  const AnswerTree::Block& b = tree_.block(at);
  keys_.clear();
  for (Index i = b.first; i < b.first + b.count; ++i) keys_.push_back(tree_.node(i).key);
  policy_->look(q, seen, builder.chosen());
  policy_->shares(keys_, weighed_);
  tree_.weigh(at, weighed_);
}

// False when the tree has nothing for this question; a set may be left for chance to complete.
bool Walker::along_tree(const Question& q, const Observation& seen, AnswerBuilder& builder) {
  const std::size_t start = path_.size();
  ++answers_;
  while (!builder.complete()) {
    const Index b = block_for(path_.back().node, q, seen, builder);
    const std::size_t width = b == AnswerTree::kNone ? 0 : width_after(tree_.block(b).visits);
    const Index next = b == AnswerTree::kNone ? b : tree_.choose(b, width, [&](AnswerTree::Key key) {
      return builder.open(key) && (q.kind != QuestionKind::stone || key == AnswerTree::kStop ||
                                   seen.is_legal_stone(static_cast<Point>(key)));
    });
    if (next == AnswerTree::kNone) {
      leaf_ = true;
      return path_.size() > start;
    }
    builder.add(tree_.node(next).key);
    path_.push_back({next, b, seen.answered(), builder.complete(), answers_});
    if (tree_.node(next).visits == 0) {
      leaf_ = true;
      break;
    }
  }
  in_tree_last_ = builder.complete();
  return true;
}

void Walker::learn(float black_reward) {
  auto reward = [&](Seat s) { return s == Seat::black ? black_reward : 1 - black_reward; };
  ++tree_.node(path_[0].node).visits;
  for (std::size_t i = path_.size(); i-- > 1;) {  // from the end, so that what came later counts above
    const PathNode& s = path_[i];
    AnswerTree::Block& b = tree_.block(s.block);
    AnswerTree::Node& n = tree_.node(s.node);
    ++b.visits;
    ++n.visits;
    n.reward += reward(b.seat);
    if (b.set) learn_shares(b, s.answer, reward(b.seat));
    if (!b.points) continue;
    if (n.key != AnswerTree::kStop) first_[n.key] = static_cast<std::uint8_t>(1 + index(b.seat));
    const auto side = static_cast<std::uint8_t>(1 + index(b.seat));
    for (Index c = b.first; c < b.first + b.count; ++c) {
      AnswerTree::Node& child = tree_.node(c);
      if (child.key == AnswerTree::kStop || first_[child.key] != side) continue;
      child.other_games += 1;
      child.other_reward += reward(b.seat);
    }
  }
}

// What the whole set is worth, each of its points is worth as another share of it.
void Walker::learn_shares(AnswerTree::Block& b, std::uint32_t answer, float reward) {
  for (Index c = b.first; c < b.first + b.count; ++c) {
    AnswerTree::Node& child = tree_.node(c);
    for (const Share& s : shares_)
      if (s.answer == answer && child.key == s.point) child.other_games += 1, child.other_reward += reward;
  }
}

float reward_of(float won, float margin, float area) {
  return (1 - kScoreShare) * won + kScoreShare * (0.5f + 0.5f * std::clamp(margin / area, -1.0f, 1.0f));
}

void Walker::prove(Seat winner) {
  if (by_chance_ || path_.size() < 2) return;
  const PathNode& last = path_.back();
  tree_.node(last.node).proven = tree_.block(last.block).seat == winner ? 1 : -1;
  for (std::size_t i = path_.size() - 1; i > 0; --i)
    if (!tree_.prove_above(path_[i - 1].node, path_[i].block, path_[i].node)) return;
}

// How a game that is counted has ended.
struct Ended {
  double lead = 0;  // Black's, in points
  PointSet black, white;
};

// Plays iterations from a game's pending question, and tells Black's reward of each.
class Iteration {
 public:
  // `ended`, if given, is filled in by each whose end is counted, and else empty.
  Iteration(Simulator& simulator, Random& random, const TreeSearchSettings& settings, std::optional<Ended>* ended)
      : simulator_(simulator),
        rules_(simulator.rules()),
        settings_(settings),
        random_(random),
        stones_(rules_.grid, rules_.rules),
        stones_tell_(stones_tell(rules_)),
        provable_(rules_.plain && rules_.rules.captures == CaptureOrder::none && !rules_.counting),
        ended_(rules_.wins.empty() ? ended : nullptr) {
    simulator.rekey({random.next(), 0});
  }
  float play(Walker& walker);

 private:
  float by_stones(const Position& p, Walker& walker);
  float worth(const Position& p) const;
  void note(double lead, const Score& score, const Board& board, const PointSet& dead);

  Simulator& simulator_;
  const Ruleset& rules_;
  const TreeSearchSettings& settings_;
  Random& random_;
  Playout stones_;
  std::vector<Point> played_;
  bool stones_tell_;
  bool provable_;  // nothing is hidden or left to chance, and the tree has every answer
  std::optional<Ended>* ended_;
};

void Iteration::note(double lead, const Score& score, const Board& board, const PointSet& dead) {
  *ended_ = {lead, score.black_area | (board.points_of(Colour::black) - dead),
             score.white_area | (board.points_of(Colour::white) - dead)};
}

float Iteration::play(Walker& walker) {
  if (ended_) ended_->reset();
  Position p = simulator_.deal(random_);
  const Players players{&walker, &walker, nullptr};
  int beyond = 0;  // turns since the tree's end
  for (int turn = 0; !p.over() && turn < settings_.most_turns; ++turn) {
    const bool tells = stones_tell_ && p.rules_now.empty();
    if (tells && walker.at_leaf() && beyond++ > settings_.ahead) return by_stones(p, walker);
    const Status s = turn == 0 ? simulator_.finish_turn(p, players) : simulator_.turn(p, players);
    if (s == Status::asks && tells) return by_stones(p, walker);
    if (s != Status::done) break;
    walker.next_turn();
  }
  if (provable_ && p.ending == Ending::win) walker.prove(static_cast<Seat>(p.winner));
  if (ended_ && p.ending != Ending::no_result) {
    const Score score = score_of(rules_, p);
    note(static_cast<double>(score.margin()) / kWholePoint, score, p.board, p.dead);
  }
  return worth(p);
}

float Iteration::worth(const Position& p) const {
  const std::optional<Seat> won = leader_of(rules_, p);
  const float share = !won ? 0.5f : *won == Seat::black ? 1.0f : 0.0f;
  if (!stones_tell_) return share;
  return reward_of(share, static_cast<float>(score_of(rules_, p).margin()) / kWholePoint,
                   static_cast<float>(rules_.grid.area()));
}

float Iteration::by_stones(const Position& p, Walker& walker) {
  Board board = p.board_for(p.to_move);
  Seat s = p.to_move;
  Draws draws(settings_.answers > 0 ? random_.next() : 0);
  Point last = p.last_point();
  for (int n = 0; n < settings_.answers; ++n, s = other(s)) {
    Point q = answer_to(board, colour_of(s), last, draws);
    if (q == kNoPoint) q = any_stone(board, colour_of(s), draws);
    if (q == kNoPoint) break;
    board.play(q, colour_of(s));
    walker.note_stone(q, s);
    last = q;
  }
  const int score = stones_.run(board, colour_of(s), random_, played_).score;
  const int given = kHalfPoint * (p.points2[0] - p.points2[1]) - rules_.rules.komi;  // by cards, and the komi
  const float margin = static_cast<float>(score) + static_cast<float>(given) / kWholePoint;
  for (Point q : played_) walker.note_stone(q, s), s = other(s);
  if (ended_) note(static_cast<double>(margin), count(board, rules_.grid, {}, rules_.rules), board, {});
  return reward_of(margin > 0 ? 1.0f : margin < 0 ? 0.0f : 0.5f, margin, static_cast<float>(rules_.grid.area()));
}

class TreeSearch : public Player, public Thinker {
 public:
  TreeSearch(std::string name, const TreeSearchSettings& settings, const Ruleset& rules)
      : name_(std::move(name)),
        settings_(settings),
        tree_(trust_for(rules), settings.pupil ? AnswerTree::kTeaches : AnswerTree::kPlays) {
    if (settings.weights) policy_.emplace(settings.weights, rules);
  }

  void begin(const ChanceKey& key, Seat seat) override {
    go_on(key, seat);
    work_.begin_game();
  }
  void go_on(const ChanceKey& key, Seat seat) override {
    random_ = Random(key.seed ^ (0x7472656573656172ull + static_cast<std::uint64_t>(index(seat))), key.game);
  }
  std::string name() const override { return name_; }
  Effort effort() const override { return {settings_.playouts, settings_.milliseconds}; }
  bool at_once() const override { return false; }
  bool answer(const Question& q, const Observation& seen, Answer& out) override;
  std::vector<Idea> think(const Question& q, const Observation& seen, bool fresh, Clock::time_point until) override;
  std::optional<std::array<float, kCells>> ownership() const override { return owners_.of(thinks_for_); }

 private:
  void search(const Observation& seen, SearchClock clock, bool watched = false);
  void note(Index first, const Ended& ended);
  bool best(const Question& q, std::size_t rank, Answer& out);
  void teach(const Question& q, const Observation& seen) const;

  std::string name_;
  TreeSearchSettings settings_;
  Random random_{0};
  AnswerTree tree_;
  std::optional<Policy> policy_;
  // Of the thoughts since the last fresh one:
  Seat thinks_for_ = Seat::black;
  std::map<Index, Leads> leads_;  // by the first answer's node
  Owners owners_;
  TurnWork work_;
};

// The most visited answer; with a higher rank, those after it, which differ in their last share. Shares of a set that
// stood high before complete one that the tree does not.
bool TreeSearch::best(const Question& q, std::size_t rank, Answer& out) {
  AnswerBuilder builder(q);
  std::vector<Index> known;
  Index at = AnswerTree::kRoot;
  while (!builder.complete()) {
    if (const Index b = tree_.find_block(at, q.key.hash()); b != AnswerTree::kNone) {
      const std::vector<Index> here = tree_.ranked(b);
      known.insert(known.begin(), here.begin(), here.end());
    }
    std::erase_if(known, [&](Index i) { return !builder.open(tree_.node(i).key); });
    if (known.empty()) return false;
    AnswerBuilder further = builder;
    further.add(tree_.node(known.front()).key);
    const std::size_t skipped = further.complete() ? rank : 0;
    if (skipped >= known.size()) return false;
    at = known[skipped];
    builder.add(tree_.node(at).key);
  }
  builder.take(out);
  return true;
}

// What was found of each share of the best answer.
void TreeSearch::teach(const Question& q, const Observation& seen) const {
  AnswerBuilder builder(q);
  Index at = AnswerTree::kRoot;
  while (!builder.complete()) {
    const Index b = tree_.find_block(at, q.key.hash());
    if (b == AnswerTree::kNone) return;
    const std::vector<Index> ranked = tree_.ranked(b);
    const auto fits = [&](Index i) { return builder.open(tree_.node(i).key); };
    if (ranked.empty() || !std::all_of(ranked.begin(), ranked.end(), fits)) return;
    settings_.pupil->lesson(q, seen, builder.chosen(), tree_, b);
    at = ranked[0];
    builder.add(tree_.node(at).key);
  }
}

void TreeSearch::search(const Observation& seen, SearchClock clock, bool watched) {
  std::optional<Ended> ended;
  Iteration iteration(*seen.simulator(), random_, settings_, watched ? &ended : nullptr);
  Walker walker(seen.rules(), tree_, random_, policy_ ? &*policy_ : nullptr, work_);
  if (!watched) work_.begin(seen);  // whoever watches says when it is enough
  while ((watched || !work_.spent()) && clock.goes_on() && tree_.node(AnswerTree::kRoot).proven == 0) {
    walker.set_out(AnswerTree::kRoot);
    walker.learn(iteration.play(walker));
    if (!watched) work_.count_game();
    if (ended) note(walker.first_answer(), *ended);
  }
  if (!watched) work_.end();
}

void TreeSearch::note(Index first, const Ended& ended) {
  leads_[first].note(ended.lead);
  owners_.begin_game();
  (ended.black | ended.white).for_each([&](Point p) {
    owners_.note(p, ended.black.contains(p), ended.white.contains(p));
  });
}

// Of sets of points no more than the best, for what the tree holds below their first point is the set's.
std::vector<Thinker::Idea> TreeSearch::think(const Question& q, const Observation& seen, bool fresh,
                                             Clock::time_point until) {
  std::vector<Idea> out;
  if (q.kind == QuestionKind::dead) return out;
  if (fresh) tree_.clear(), leads_.clear(), owners_.clear();
  thinks_for_ = q.seat;
  search(seen, SearchClock({.playouts = kThought}, until), true);
  const Index b = tree_.find_block(AnswerTree::kRoot, q.key.hash());
  if (b == AnswerTree::kNone) return out;
  const std::vector<Index> ranked = tree_.ranked(b);
  for (std::size_t rank = 0; rank < ranked.size(); ++rank) {
    Idea idea = idea_of(tree_.node(ranked[rank]));
    if (const auto known = leads_.find(ranked[rank]); known != leads_.end()) idea.lead = known->second.of(q.seat);
    AnswerBuilder builder(q);
    if (!builder.open(tree_.node(ranked[rank]).key)) continue;  // it was, where what is hidden was otherwise
    builder.add(tree_.node(ranked[rank]).key);
    if (!builder.complete() && (rank > 0 || !best(q, 0, idea.answer))) continue;
    if (builder.complete()) builder.take(idea.answer);
    out.push_back(std::move(idea));
  }
  return out;
}

bool TreeSearch::answer(const Question& q, const Observation& seen, Answer& out) {
  if (q.kind == QuestionKind::dead) {
    answer_dead(seen, seen.refused() == 0, out);
    return true;
  }
  if (seen.refused() == 0) {
    tree_.clear();
    search(seen, SearchClock(settings_, by_));
    if (settings_.pupil) teach(q, seen);
  }
  if (!best(q, static_cast<std::size_t>(seen.refused()), out)) any_answer(q, seen, random_, out);
  return true;
}

}  // namespace

Thinker::Idea idea_of(const AnswerTree::Node& node) {
  Thinker::Idea out;
  out.visits = node.visits;
  out.mean = node.proven != 0  ? (node.proven > 0 ? 1 : 0)
             : node.visits > 0 ? static_cast<double>(node.reward) / node.visits
                               : 0;
  return out;
}

std::unique_ptr<Player> make_tree_search(std::string name, const TreeSearchSettings& settings, const Ruleset& rules) {
  return std::make_unique<TreeSearch>(std::move(name), settings, rules);
}

}  // namespace gofuda::tools
