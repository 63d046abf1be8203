#include "tools/players/answer_tree.hpp"

#include <algorithm>
#include <cmath>

#include "tools/players/best_first.hpp"

namespace gofuda::tools {

namespace {

// Of a policy's games, won by the least likely child and by the likeliest.
constexpr float kFewestWon = 0.4f, kMostWon = 0.7f;

}  // namespace

float AnswerTree::value(const Node& n, float log_visits, float policy, const Trust& trust) {
  const auto visits = static_cast<float>(n.visits);
  const float beta = std::sqrt(trust.others / (3 * visits + trust.others));
  const float others = n.other_games > 0 ? n.other_reward / n.other_games : 0.5f;
  const float own = n.visits ? n.reward / visits : others;
  return (1 - beta) * own + beta * others + trust.exploration * std::sqrt(log_visits / (visits + 1)) +
         policy * n.share / (visits + 1);
}

void AnswerTree::clear() {
  nodes_.assign(1, {});
  blocks_.clear();
}

AnswerTree::Index AnswerTree::find_block(Index at, std::uint64_t question) const {
  for (Index b = nodes_[at].block; b != kNone; b = blocks_[b].next)
    if (blocks_[b].question == question) return b;
  return kNone;
}

AnswerTree::Index AnswerTree::add_block(Index at, const Block& like, std::span<const Candidate> candidates) {
  Block b = like;
  b.next = nodes_[at].block;
  b.first = static_cast<Index>(nodes_.size());
  b.count = static_cast<Index>(candidates.size());
  for (const Candidate& c : candidates) {
    Node n;
    n.key = c.key;
    n.other_games = c.prior.games;
    n.other_reward = c.prior.wins;
    nodes_.push_back(n);
  }
  blocks_.push_back(b);
  return nodes_[at].block = static_cast<Index>(blocks_.size() - 1);
}

void AnswerTree::weigh(Index at, std::span<const float> shares) {
  Block& b = blocks_[at];
  b.weighed = true;
  const float games = guide_for(b).games;
  const float most = shares.empty() ? 1 : *std::max_element(shares.begin(), shares.end());
  for (Index i = 0; i < b.count; ++i) {
    Node& n = nodes_[b.first + i];
    n.share = shares[i];
    n.other_games += games;
    n.other_reward += games * std::lerp(kFewestWon, kMostWon, std::sqrt(shares[i] / most));
  }
  sort_best_first(std::span(nodes_).subspan(b.first, b.count), [](const Node& n) { return n.share; });
}

bool AnswerTree::prove_above(Index above, Index at, Index node) {
  const Block& b = blocks_[at];
  bool all_lose = true;
  for (Index i = b.first; i < b.first + b.count && all_lose; ++i) all_lose = nodes_[i].refused || nodes_[i].proven < 0;
  if (nodes_[node].proven > 0)
    nodes_[above].proven = -1;
  else if (all_lose)
    nodes_[above].proven = 1;
  else
    return false;
  return true;
}

std::vector<AnswerTree::Index> AnswerTree::ranked(Index at) const {
  const Block& b = blocks_[at];
  std::vector<Index> out;
  for (Index i = b.first; i < b.first + b.count; ++i)
    if (nodes_[i].visits > 0 && !nodes_[i].refused) out.push_back(i);
  std::stable_sort(out.begin(), out.end(), [&](Index x, Index y) {
    const Node &a = nodes_[x], &c = nodes_[y];
    return a.proven != c.proven ? a.proven > c.proven : a.visits > c.visits;
  });
  return out;
}

}  // namespace gofuda::tools
