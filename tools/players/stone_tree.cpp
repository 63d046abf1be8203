#include "tools/players/stone_tree.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/score.hpp"
#include "tools/players/stone_policy.hpp"

namespace gofuda::tools {

namespace {

constexpr float kEquivalence =
    3500;  // visits at which a point's own games weigh as much as those in which it came later
constexpr float kExpandStoneAt = 3;  // visits
constexpr float kNever = 1e9f;       // visits of what cannot be played, all of them worse than lost
constexpr std::size_t kMostBytes = std::size_t{256} << 20;
constexpr std::size_t kLongestLine = 12;
constexpr int kAnswered = 10;  // moves of a random game that answer the one before
constexpr float kPassGames = 10, kPassWins = 4;

}  // namespace

StoneTree::StoneTree(const Ruleset& rules)
    : rules_(rules), playout_(rules.grid, rules.rules), root_stones_(rules.grid), stones_(rules.grid) {
  place_.fill(0);
  rules.grid.points().for_each([&](Point p) {
    place_[p] = static_cast<std::uint16_t>(points_.size());
    points_.push_back(p);
  });
  pass_ = static_cast<int>(points_.size());
  place_[kNoPoint] = static_cast<std::uint16_t>(pass_);
  points_.push_back(kNoPoint);
  width_ = (points_.size() + kLanes - 1) / kLanes * kLanes;
  most_nodes_ = static_cast<Node>(kMostBytes / (width_ * (kRows * sizeof(float) + sizeof(Node) + 1)));
  first_.resize(width_);
  for (auto& side : own_) side.resize(width_);
}

StoneTree::Node StoneTree::expand(const StoneState& s) {
  if (nodes_ >= most_nodes_) return kNone;
  const Node n = nodes_++;
  if (below_.size() < nodes_ * width_) {
    const std::size_t room = std::max<std::size_t>(256, 2 * static_cast<std::size_t>(n));
    numbers_.resize(room * kRows * width_);
    below_.resize(room * width_);
    prior_games_.resize(room * width_);
  }
  std::fill_n(row(n, kVisits), width_, kNever);
  std::fill_n(row(n, kWins), width_, -kNever);
  std::fill_n(row(n, kLater), 2 * width_, 0.0f);
  std::fill_n(&below(n, 0), width_, kNone);
  int found = 0;
  const auto add = [&](int place, const Prior& prior) {
    row(n, kVisits)[place] = prior.games;
    row(n, kWins)[place] = prior.wins;
    prior_games_[n * width_ + static_cast<std::size_t>(place)] = static_cast<std::uint8_t>(prior.games);
    if (watching_ && n == 0) known_[static_cast<std::size_t>(place)] = prior.wins;
    ++found;
  };
  knowledge_.look(s.board, rules_.grid, s.to_move, s.last);
  for (int i = 0; i < s.board.empty_count(); ++i) {
    const Point p = s.board.empty(i);
    if (s.board.legal(p, s.to_move) && !s.board.is_eye(p, s.to_move)) add(place_[p], knowledge_.of(p));
  }
  if (rules_.rules.passes_to_end > 0 && (found < 6 || s.passes > 0)) add(pass_, {kPassGames, kPassWins});
  return found > 0 ? n : (--nodes_, kNone);
}

// The mean of a point's own games and of those in which it came later, which count for less the more it was tried
// (Gelly and Silver 2007, in the form with one division). All values are above zero, so they compare as integers.
int StoneTree::select(Node n) const {
  const float *visits = row(n, kVisits), *wins = row(n, kWins), *later = row(n, kLater),
              *later_wins = row(n, kLaterWins);
  alignas(32) std::array<std::int32_t, kMaxSide * kMaxSide + kLanes> values;
  std::int32_t most = 0;
  for (std::size_t i = 0; i < width_; ++i) {
    const float weight = 1 + later[i] * (1 / kEquivalence);
    const float value = 2 + (later_wins[i] + wins[i] * weight) / (later[i] + visits[i] * weight);
    values[i] = std::bit_cast<std::int32_t>(value);
    most = std::max(most, values[i]);
  }
  int i = 0;
  while (values[static_cast<std::size_t>(i)] != most) ++i;
  return i;
}

bool StoneTree::play(StoneState& s, int move) const {
  const Point p = points_[static_cast<std::size_t>(move)];
  if (p == kNoPoint) {
    s.board.set_ko(kNoPoint);
    ++s.passes;
  } else {
    s.board.play(p, s.to_move);
    s.passes = 0;
  }
  s.last = p;
  s.to_move = opposite(s.to_move);
  return p == kNoPoint && s.passes >= rules_.rules.passes_to_end;
}

// Who played first on each point, from the root on. `leaf`: the side that made the first move below the tree.
void StoneTree::note_first(Colour root, Colour leaf) {
  std::fill(first_.begin(), first_.end(), std::uint8_t{0});
  const std::size_t n = answered_.size();
  for (std::size_t i = played_.size(); i-- > 0;)
    first_[place_[played_[i]]] = static_cast<std::uint8_t>((n + i) % 2 ? opposite(leaf) : leaf);
  for (std::size_t i = n; i-- > 0;)
    first_[place_[answered_[i]]] = static_cast<std::uint8_t>(i % 2 ? opposite(leaf) : leaf);
  for (std::size_t i = path_.size(); i-- > 0;)
    first_[static_cast<std::size_t>(path_[i].move)] = static_cast<std::uint8_t>(i % 2 ? opposite(root) : root);
  first_[static_cast<std::size_t>(pass_)] = 0;
  for (std::size_t i = 0; i < width_; ++i) {
    own_[0][i] = first_[i] == 1 ? 1.0f : 0.0f;
    own_[1][i] = first_[i] == 2 ? 1.0f : 0.0f;
  }
}

void StoneTree::learn(Colour root, bool black_won) {
  Colour c = root;
  for (const PathNode& step : path_) {
    const float won = black_won == (c == Colour::black) ? 1.0f : 0.0f;
    row(step.node, kVisits)[step.move] += 1;
    row(step.node, kWins)[step.move] += won;
    const float* own = own_[c == Colour::black ? 0 : 1].data();
    float *later = row(step.node, kLater), *later_wins = row(step.node, kLaterWins);
    for (std::size_t i = 0; i < width_; ++i) {
      later[i] += own[i];
      later_wins[i] += own[i] * won;
    }
    c = opposite(c);
  }
}

void StoneTree::begin_at(const Board& root) {
  if (root_ && *root_ == root) return;
  root_ = root;
  root_stones_.look(root);
}

// Black's lead in thousandths of a point, komi not included.
int StoneTree::play_out(const StoneState& root, StoneState& leaf, Random& random) {
  const bool plain = leaf.board.lattice().plain();
  return kWholePoint * (plain ? play_carefully(root, leaf.to_move, random) : play_quickly(leaf, random));
}

// The random game answers the last move for a while, which is where it matters what is answered, and is quick after
// that.
int StoneTree::play_quickly(StoneState& s, Random& random) {
  Draws draws(random.next());
  for (int n = 0; n < kAnswered; ++n) {
    Point p = answer_to(s.board, s.to_move, s.last, draws);
    if (p == kNoPoint) p = any_stone(s.board, s.to_move, draws);
    if (p == kNoPoint) break;
    s.board.play(p, s.to_move);
    s.last = p;
    s.to_move = opposite(s.to_move);
    answered_.push_back(p);
  }
  return playout_.run(s.board, s.to_move, random, played_).score;
}

int StoneTree::play_carefully(const StoneState& root, Colour to_move, Random& random) {
  stones_ = root_stones_;
  Colour c = root.to_move;
  Point last = root.last;
  for (const PathNode& step : path_) {
    last = points_[static_cast<std::size_t>(step.move)];
    last == kNoPoint ? stones_.pass() : stones_.play(last, c);
    c = opposite(c);
  }
  Draws draws(random.next());
  games_.run(stones_, to_move, last, draws, played_, watching_);
  return stones_.lead();
}

void StoneTree::iterate(const StoneState& root, Random& random) {
  StoneState s = root;
  if (s.board.lattice().plain()) begin_at(s.board);
  path_.clear();
  if (nodes_ == 0) expand(s);
  bool over = false;
  for (Node at = nodes_ == 0 ? kNone : 0; at != kNone && !over;) {
    const int move = select(at);
    path_.push_back({at, move});
    over = play(s, move);
    Node next = below(at, move);
    if (next == kNone && !over &&
        row(at, kVisits)[move] >= kExpandStoneAt + prior_games_[at * width_ + static_cast<std::size_t>(move)]) {
      next = expand(s);
      below(at, move) = next;
    }
    at = next;
  }
  answered_.clear(), played_.clear();
  const Colour leaf = s.to_move;
  const int margin =
      over ? count(s.board, rules_.grid, {}, rules_.rules).margin() : play_out(root, s, random) - rules_.rules.komi;
  note_first(root.to_move, leaf);
  learn(root.to_move, margin > 0);
  if (watching_ && !path_.empty()) note_ending(s, margin, over);
}

void StoneTree::watch() {
  clear();
  watching_ = true;
  leads_.assign(width_, {});
  known_.assign(width_, 0);
  owners_.clear();
}

// After a random game nothing is open but eyes of a single point.
void StoneTree::note_ending(const StoneState& leaf, int margin, bool over) {
  leads_[static_cast<std::size_t>(path_.front().move)].note(static_cast<double>(margin) / kWholePoint);
  owners_.begin_game();
  const Board& board = leaf.board;
  if (over) {
    const Score score = count(board, rules_.grid, {}, rules_.rules);
    const PointSet black = score.black_area | board.points_of(Colour::black);
    const PointSet white = score.white_area | board.points_of(Colour::white);
    (black | white).for_each([&](Point p) { owners_.note(p, black.contains(p), white.contains(p)); });
    return;
  }
  const bool plain = board.lattice().plain();
  const auto owns = [&](Point p, Colour c) {
    if (plain) return stones_.owns(p, c);
    return board.at(p) == Colour::empty ? board.has_beside(p, c) : board.at(p) == c;
  };
  for (const Point p : points_)
    if (p != kNoPoint) owners_.note(p, owns(p, Colour::black), owns(p, Colour::white));
}

double StoneTree::prior(Point first) const {
  const double all = std::accumulate(known_.begin(), known_.end(), 0.0);
  return all > 0 ? static_cast<double>(known_[place_[first]]) / all : 0;
}

std::vector<StoneTree::Choice> StoneTree::choices() const {
  std::vector<Choice> out;
  if (nodes_ == 0) return out;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const float visits = row(0, kVisits)[i];
    if (visits != kNever)
      out.push_back({points_[i], visits, row(0, kWins)[i] / visits, visits - static_cast<float>(prior_games_[i])});
  }
  std::stable_sort(out.begin(), out.end(), [](const Choice& a, const Choice& b) { return a.visits > b.visits; });
  return out;
}

std::vector<Point> StoneTree::line(Point first) const {
  std::vector<Point> out{first};
  Node at = nodes_ == 0 ? kNone : below_[place_[first]];
  while (at != kNone && out.size() < kLongestLine) {
    const float* visits = row(at, kVisits);
    std::size_t best = points_.size();
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (visits[i] != kNever && (best == points_.size() || visits[i] > visits[best])) best = i;
    if (best == points_.size()) break;
    out.push_back(points_[best]);
    at = below_[at * width_ + best];
  }
  return out;
}

StoneTree::Lead StoneTree::lead() const {
  Lead out;
  for (std::size_t i = 0; nodes_ > 0 && i < points_.size(); ++i) {
    const float visits = row(0, kVisits)[i];
    if (visits == kNever) continue;
    out.second = std::max(out.second, std::min(out.visits, visits));
    if (visits > out.visits) out.visits = visits, out.mean = row(0, kWins)[i] / visits;
  }
  return out;
}

// What stays is moved together in place: a node stands behind the one above it.
void StoneTree::follow(Point move) {
  const Node child = nodes_ == 0 ? kNone : below(0, place_[move]);
  if (child == kNone) return clear();
  std::vector<Node> moved(nodes_, kNone);
  Node kept = 0;
  moved[child] = kept++;
  const auto for_each_below = [&](Node n, auto&& f) {
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (Node& next = below_[n * width_ + i]; next != kNone) f(next);
  };
  for (Node n = child; n < nodes_; ++n) {
    if (moved[n] == kNone) continue;
    for_each_below(n, [&](Node& next) { moved[next] = 0; });
    if (n != child) moved[n] = kept++;
  }
  for (Node n = child; n < nodes_; ++n) {
    if (moved[n] == kNone) continue;
    for_each_below(n, [&](Node& next) { next = moved[next]; });
    if (moved[n] == n) continue;
    std::copy_n(row(n, 0), kRows * width_, row(moved[n], 0));
    std::copy_n(&below(n, 0), width_, &below(moved[n], 0));
    std::copy_n(&prior_games_[n * width_], width_, &prior_games_[moved[n] * width_]);
  }
  nodes_ = kept;
}

}  // namespace gofuda::tools
