// The rules of one game as the core sees them: compiled from files, immutable, shared by every position and every
// thread.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/cards.hpp"
#include "core/grid.hpp"
#include "core/position.hpp"
#include "core/rules.hpp"
#include "core/shape.hpp"
#include "core/tally.hpp"
#include "core/win.hpp"

namespace gofuda {

// A rule that is another one while a card lies open on the table.
struct RuleChange {
  const RuleField* field;
  std::string value;
  friend bool operator==(const RuleChange&, const RuleChange&) = default;
};
enum class Passing : std::uint8_t { both, owner, opponent, neither };  // who may pass, while the card lies there

struct CardInfo {
  std::string id, name, text, kind;
  std::vector<Orientation> shape;  // a shape card: the ways to lay it; empty for a card with a play function
  bool answers = false;            // may answer a move of the other side while held
  bool before = false;             // may be announced by its owner while laid aside
  std::uint16_t when = 0;          // what sets it off while it lies on the table, a bit for each Moment
  std::vector<RuleChange> in_force;
  Passing passing = Passing::both;
  std::vector<std::vector<Orientation>> turned;  // the ways to lay it by Symmetry, where that may change during play
  bool lasts() const { return when != 0 || !in_force.empty() || passing != Passing::both; }
};

// Points closed to the stone that is set when `stones` stones are on the board.
struct Opening {
  int stones;
  PointSet closed;
};

// What scripts make of the end of a game, beside or instead of the points on the board.
class Counting {
 public:
  virtual ~Counting() = default;
  struct Counted {
    std::array<int, 2> points2{};  // half points, by seat
    std::string file, problem;     // where a script has failed, and why; then no points
    int line = 0;
    std::string code;
  };
  virtual bool instead() const = 0;  // of the points on the board, komi aside
  // Without the stones given. Any thread may ask.
  virtual Counted count(const Position& p, const PointSet& dead) const = 0;
};

struct Ruleset {
  std::string id, title;
  Grid grid{1, 1};
  Rules rules;
  std::vector<CardInfo> cards;
  std::array<std::vector<CardId>, kOwners> decks;  // before the first shuffle
  bool plain = false;                              // every turn is one ordinary stone or a pass: no script runs
  std::vector<Stone> setup;
  Seat first = Seat::black;
  bool first_by_chance = false;
  std::vector<Opening> openings;
  int deal = 0;            // cards each seat holds at the start; kDealAll: all of them
  bool deal_open = false;  // they lie open
  WinTable wins;
  TallyNames names;
  std::shared_ptr<const Counting> counting;  // nullptr: the points on the board are all there is to count
  static constexpr int kDealAll = -1;

  // Whose deck and discard pile a seat uses: the common ones, where there is a common deck.
  Owner pile_owner(Seat s) const {
    return decks[static_cast<int>(Owner::common)].empty() ? owner_of(s) : Owner::common;
  }

  CardId find_card(std::string_view id_text) const {
    for (std::size_t i = 0; i < cards.size(); ++i)
      if (cards[i].id == id_text) return static_cast<CardId>(i);
    return kNoCard;
  }
};

// The rules as they are in this position.
inline const Rules& rules_now(const Ruleset& rules, const Position& p) {
  return p.rules_now.empty() ? rules.rules : p.rules_now.front();
}
inline const std::vector<Orientation>& shape_now(const Ruleset& rules, const Position& p, CardId card) {
  const CardInfo& info = rules.cards[card];
  return info.turned.empty() ? info.shape : info.turned[static_cast<std::size_t>(rules_now(rules, p).symmetry)];
}

}  // namespace gofuda
