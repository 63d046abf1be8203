// The tree of a search: of answers to questions, whatever cards and chance do between them.
//
// Below a node stands a block of children for each question that was met there, since with other cards another question
// may follow. A set of points is answered point by point, each a level of its own. A child begins with what is known of
// it, as if a few games had been played; points also learn from the games in which the same side chose them later
// (rapid action value estimation, Gelly and Silver 2007).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/question.hpp"
#include "tools/players/stone_knowledge.hpp"

namespace gofuda::tools {

class AnswerTree {
 public:
  using Index = std::uint32_t;
  static constexpr Index kRoot = 0, kNone = ~Index{0};
  static constexpr std::uint32_t kExpandAt = 2;         // visits of a node before its children are made
  static constexpr std::size_t kMostNodes = 4'000'000;  // then the tree grows no further

  // A child's share of the answer, by the question's kind: a point; kStop to leave a set of points as it is, or to
  // pass; the number of a label or card; an orientation and anchor.
  using Key = std::uint32_t;
  static constexpr Key kStop = ~Key{0};

  struct Candidate {
    Key key;
    Prior prior;
  };
  struct Node {
    Key key = kStop;
    Index block = kNone;  // the first of its blocks
    std::uint32_t visits = 0;
    float reward = 0;                         // of the side that gave the answer, in [0, 1] a visit
    float other_games = 0, other_reward = 0;  // in which that side chose the same point later, and the prior
    float share = 0;                          // how likely a policy chooses it, of all of the block
    bool refused = false;
    std::int8_t proven = 0;  // 1: it wins, -1: it loses, whatever follows
  };
  struct Block {
    std::uint64_t question;
    Index next;          // of the same node
    Index first, count;  // children, the most promising first
    Seat seat;
    bool points;  // its keys are points that were vacant
    bool set;     // its keys are shares of a set of other points
    bool words;   // they are cards or labels
    std::uint32_t visits = 0;
    bool weighed = false;  // its children have shares of a policy
  };

  // How far children are believed: `others` is the number of visits at which a child's own games weigh half as much as
  // those in which it was chosen elsewhere.
  struct Trust {
    float others, exploration;
  };
  // How far a policy leads, where it weighs children: its part in a value (PUCT, Rosin 2011); how much is explored
  // otherwise, and how many are looked at, as parts of what they would be without it; the games that it stands for
  // beside those in which a child was chosen elsewhere; and the visits of a block before it is asked.
  struct Guide {
    float policy, explored, looked_at, games;
    std::uint32_t weighs_at;
  };
  static constexpr Guide kPlays{0.6f, 0.2f, 0.2f, 2, 2};
  // Who is to find out what the policy does not know; and of cards and labels, of which it does not know enough.
  static constexpr Guide kTeaches{0.1f, 1, 1, 0, 16};
  explicit AnswerTree(Trust trust, Guide guide = kPlays) : trust_(trust), guide_(guide) {}
  bool waits_for_policy(Index block) const {
    return !blocks_[block].weighed && blocks_[block].visits >= guide_for(blocks_[block]).weighs_at;
  }

  void clear();
  std::size_t size() const { return nodes_.size(); }
  Node& node(Index i) { return nodes_[i]; }
  Block& block(Index i) { return blocks_[i]; }
  const Node& node(Index i) const { return nodes_[i]; }
  const Block& block(Index i) const { return blocks_[i]; }

  Index find_block(Index node, std::uint64_t question) const;  // kNone when there is none
  Index add_block(Index node, const Block& like, std::span<const Candidate> candidates);
  // What a policy says of the children, by their place; the most likely come first from now on.
  void weigh(Index block, std::span<const float> shares);
  // The child that a search should look at next, among those for which open(key) holds; kNone when there is none.
  // `width`: how many are looked at.
  template <class Open>
  Index choose(Index block, std::size_t width, Open&& open) const;
  // After `node` was proven, as a child of `block`: is the node above it proven, too? Its value is then set.
  bool prove_above(Index above, Index block, Index node);
  // Children that were visited, the most visited first, but winners before all others and losers last.
  std::vector<Index> ranked(Index block) const;

 private:
  static constexpr std::size_t kFewest = 4;  // that are looked at in any case
  static constexpr float kLoses = -0.5f;     // below every other value, and above none at all
  static constexpr Trust kShares{30, 0.3f};  // of a set of points that are not vacant
  static constexpr Trust kAlone{6, 0.3f};    // of children that learn from their own games alone
  static float value(const Node& n, float log_visits, float policy, const Trust& trust);
  const Guide& guide_for(const Block& b) const { return b.words ? kTeaches : guide_; }

  Trust trust_;  // of children that are vacant points
  Guide guide_;
  std::vector<Node> nodes_;
  std::vector<Block> blocks_;
};

template <class Open>
AnswerTree::Index AnswerTree::choose(Index at, std::size_t width, Open&& open) const {
  const Block& b = blocks_[at];
  const float log_visits = std::log(static_cast<float>(b.visits) + 1);
  const Guide& guide = guide_for(b);
  const float policy = b.weighed ? guide.policy * std::sqrt(static_cast<float>(b.visits) + 1) : 0;
  Trust trust = b.points ? trust_ : b.set ? kShares : kAlone;
  if (b.weighed) {
    trust.exploration *= guide.explored;
    if (width > kFewest)
      width = kFewest + static_cast<std::size_t>(guide.looked_at * static_cast<float>(width - kFewest));
  }
  const Index end = b.first + static_cast<Index>(std::min<std::size_t>(width, b.count));
  Index best = kNone;
  float most = -1;
  for (Index i = b.first; i < b.first + b.count; ++i) {
    if (i >= end && best != kNone) break;
    if (nodes_[i].proven > 0 && open(nodes_[i].key)) return i;
    if (const float v = nodes_[i].proven ? kLoses : value(nodes_[i], log_visits, policy, trust);
        v > most && !nodes_[i].refused && open(nodes_[i].key))
      most = v, best = i;
  }
  return best;
}

}  // namespace gofuda::tools
