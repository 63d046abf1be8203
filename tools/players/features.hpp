// What of an answer a learned policy looks at: by number, as weights are kept, and by name, as a file has them.
//
// A share of an answer (see answers.hpp) is one of the acts below. A stone is looked at with what is around it; every
// feature but the squares has a weight for the act, and one more for the act of the card that is being played.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset.hpp"

namespace gofuda::tools {

enum class Act : std::uint8_t {
  stone,      // an ordinary stone
  placement,  // a shape laid
  vacant,     // an empty point of a set
  own,        // a stone of one's own of a set
  theirs,     // one of the other side's
};
inline constexpr std::uint32_t kActs = 5;

// Groups of features of which one holds at a time, by its place from 1.
enum class Trait : std::uint8_t {
  stop,         // a set is left as it is, or passed
  line,         // distance from the board's edge
  last,         // steps from the last move
  near_own,     // steps to the nearest own stone
  near_theirs,  // and of the other side's
  takes,        // stones
  ataris,       // stones of the other side that are left with one liberty
  presses,      // and with two
  rescues,      // stones that were in atari
  starves,      // own stones that are left with one liberty
  breathes,     // liberties of what was set
  joins,        // own chains
  touches,      // chains of the other side
  eye,          // it fills one of its own
  own_row,      // points that the best pattern through it, in which the other side has no stone, misses before
  own_fork,     // the same, of two patterns or more
  their_row,
  their_fork,
  chain,   // of a stone: how many its chain has
  breath,  // and the liberties of it
  beside,  // steps from the points of the set chosen before
  place,   // line, near_own and near_theirs at once, and how full the board is
  reply,   // steps from the last move, and how full the board is
};
inline constexpr std::size_t kTraits = 23;

class Features {
 public:
  using Index = std::uint32_t;
  static constexpr Index kSquares = 1u << 20;  // three by three points: two bits each around, and which are in atari
  static constexpr int kSituations = 4;        // of an offer: can either side win, or take, at once?
  static constexpr std::size_t kMostLabels = 10'000;

  explicit Features(const Ruleset& rules);

  Index size() const { return labels_at_ + static_cast<Index>(labels_.size()); }
  // The same for squares that are turned or mirrored; on hexagons, the square itself.
  Index square(std::uint32_t code) const;
  // value: cut to what the trait has. kNoCard: of any card.
  Index trait(Act act, CardId card, Trait trait, int value) const;
  Index offer(CardId offered, int situation) const;  // kNoCard: none of them
  // Of a label, in the turn or of a card; nothing where it was never met.
  std::optional<Index> label(CardId card, std::string_view text) const;
  std::optional<Index> learn_label(CardId card, std::string_view text);

  std::string name(Index i) const;
  std::optional<Index> find(std::string_view name);  // labels are learned

 private:
  Index set_of(Act act, CardId card) const;
  std::optional<Index> keep_label(CardId card, const std::string& word);
  std::string card_name(CardId card) const { return rules_.cards[card].id; }
  std::optional<Index> find_trait(std::string_view head, std::string_view words) const;

  const Ruleset& rules_;
  bool turns_;  // do turns of a square leave it the same?
  Index offers_at_, labels_at_;
  std::map<std::pair<CardId, std::string>, Index, std::less<>> labels_;
  std::vector<std::pair<CardId, std::string>> label_names_;
};

}  // namespace gofuda::tools
