#include "core/life_search.hpp"

#include <algorithm>
#include <cmath>

namespace gofuda {
namespace {

constexpr float kSeenWeight = 300;  // games of which what was seen later weighs as much as what was played
constexpr float kPriorVisits = 4;   // that a point is as good as any other
constexpr float kExplore = 0.15f;
constexpr std::size_t kDeepest = 60;
constexpr float kClear = 0.98f;  // of the games of one side
constexpr float kFewest = 256;   // games before anything is

}  // namespace

LifeSearch::LifeSearch(const Board& board, const PointSet& stones, const PointSet& where)
    : start_(board), stones_(stones), where_(where), owner_(board.at(stones.first())), playout_(where), work_(board) {}

void LifeSearch::expand(std::uint32_t node, const Board& board, Colour to_move) {
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  where_.for_each([&](Point p) {
    if (board.at(p) == Colour::empty && board.legal(p, to_move) && !board.is_eye(p, to_move)) nodes_.push_back({p});
  });
  nodes_.push_back({kNoPoint});
  nodes_[node].children = first;
  nodes_[node].count = static_cast<std::uint32_t>(nodes_.size()) - first;
}

std::uint32_t LifeSearch::choose(const Node& node) const {
  const float spread = kExplore * std::sqrt(std::log(node.visits + 1));
  std::uint32_t best = node.children;
  float most = -1;
  for (std::uint32_t i = node.children; i < node.children + node.count; ++i) {
    const Node& child = nodes_[i];
    const float seen = (child.seen_wins + kPriorVisits / 2) / (child.seen + kPriorVisits);
    const float own = child.visits > 0 ? child.wins / child.visits : seen;
    const float trust = child.visits / (child.visits + kSeenWeight * child.seen / (child.seen + kSeenWeight) + 1e-3f);
    const float value = trust * own + (1 - trust) * seen + spread / std::sqrt(child.visits + 1);
    if (value > most) most = value, best = i;
  }
  return best;
}

void LifeSearch::iterate(Colour first, Draws& draws) {
  work_ = start_;
  work_.set_ko(kNoPoint);
  path_.assign(1, 0);
  moves_.clear();
  Colour to_move = first;
  int passes = 0;
  Point last = kNoPoint;
  while (passes < 2 && path_.size() < kDeepest) {
    const std::uint32_t at = path_.back();
    if (nodes_[at].count == 0) {
      if (nodes_[at].visits < 2 && at != 0) break;
      expand(at, work_, to_move);
    }
    const std::uint32_t next = choose(nodes_[at]);
    looked_ += nodes_[at].count;
    last = nodes_[next].move;
    path_.push_back(next);
    moves_.push_back(last);
    passes = last == kNoPoint ? passes + 1 : 0;
    if (last == kNoPoint)
      work_.set_ko(kNoPoint);
    else
      work_.play(last, to_move);
    to_move = opposite(to_move);
  }
  if (passes < 2) {
    playout_.run(work_, to_move, last, draws);
    moves_.insert(moves_.end(), playout_.played().begin(), playout_.played().end());
  }
  learn(2 * (work_.points_of(owner_) & stones_).count() > stones_.count(), first);
}

void LifeSearch::learn(bool lives, Colour first) {
  std::array<std::uint8_t, kCells> by{};  // who played first on a point, from the end of the game to the node
  std::size_t unread = moves_.size();
  for (std::size_t depth = path_.size(); depth-- > 0;) {
    for (; unread > depth; --unread)
      by[moves_[unread - 1]] = static_cast<std::uint8_t>(unread % 2 ? first : opposite(first));
    Node& node = nodes_[path_[depth]];
    const Colour mover = depth % 2 ? first : opposite(first), next = opposite(mover);
    node.visits += 1;
    node.wins += (mover == owner_) == lives;
    const bool won = (next == owner_) == lives;
    for (std::uint32_t i = node.children; i < node.children + node.count; ++i) {
      Node& child = nodes_[i];
      if (child.move == kNoPoint || by[child.move] != index(next)) continue;
      child.seen += 1;
      child.seen_wins += won;
    }
  }
}

const LifeSearch::Node* LifeSearch::best() const {
  const Node& root = nodes_[0];
  const Node* best = nullptr;
  for (std::uint32_t i = root.children; i < root.children + root.count; ++i)
    if (!best || nodes_[i].visits > best->visits) best = &nodes_[i];
  return best;
}

// Who moves first wins by the move that most games were spent on, or loses by all of them.
bool LifeSearch::clear() const {
  const Node& root = nodes_[0];
  if (root.visits < kFewest) return false;
  const Node* move = best();
  return root.wins >= kClear * root.visits || (move->visits >= root.visits / 2 && move->wins >= kClear * move->visits);
}

double LifeSearch::survival(Colour first, int playouts, std::uint64_t most_looked, Draws& draws) {
  nodes_.assign(1, Node{kNoPoint});
  const std::uint64_t before = looked();
  for (int n = 0; n < playouts && looked() - before < most_looked && !clear(); ++n) iterate(first, draws);
  const Node* move = best();
  const double won = move && move->visits > 0 ? move->wins / move->visits : 0.5;
  return first == owner_ ? won : 1 - won;
}

}  // namespace gofuda
