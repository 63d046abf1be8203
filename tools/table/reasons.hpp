// Why cards of a game could take no effect: in moves that are made, and of those in the hand that a turn does not
// offer.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "scripting/scripts.hpp"

namespace gofuda::tools {

// Plays the turns of a game once more, with scripts of its own that say why, each turn when somebody first asks.
class Reasons {
 public:
  explicit Reasons(std::shared_ptr<const Variant> variant) : variant_(std::move(variant)) {}
  const std::shared_ptr<const Variant>& variant() const { return variant_; }
  // What stood in the way of that move most often, without the points for those who need not know them; "" where it is
  // not known.
  std::string of_move(const Game& game, std::size_t move, bool with_points);
  // Of the cards before who is asked for one of them by the turn: those that are not offered, each kind once, with why
  // they could not be played; "" where that is not the matter.
  using NotOffered = std::vector<std::pair<CardId, std::string>>;
  const NotOffered& not_offered(const Game& game);
  // What the turn's own script has said by because(...) since the last move: why it asks for this, and for no more.
  const std::vector<std::string>& of_phase(const Game& game);
  std::string of_card(const Game& game, CardId card);  // the same of any card before who is asked by the turn

 private:
  bool ready();
  void look(const Game& game);

  std::shared_ptr<const Variant> variant_;
  std::unique_ptr<LuaScripts> scripts_;
  bool failed_ = false;
  std::optional<Position> position_;                       // after so many turns,
  std::size_t turns_ = 0;                                  // that are finished
  Log log_;                                                // of the game as it was looked at last
  std::map<std::size_t, Remark> of_turns_, of_this_turn_;  // by move
  std::vector<std::string> of_phase_;
  NotOffered not_offered_;
  std::optional<Log> asked_;  // the game's when that was found out
};

}  // namespace gofuda::tools
