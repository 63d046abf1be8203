// Answers tried out on copies of a game: what the game would say of them, and all that it would take.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "scripting/variant.hpp"

namespace gofuda::tools {

class Trial {
 public:
  // Its scripts are its own, so that what they print and count is nobody's.
  explicit Trial(std::shared_ptr<const Variant> variant);

  const Variant& variant() const { return *variant_; }
  Scripts& scripts() { return *scripts_; }

  // On a legal answer `after` is the game with it.
  Verdict answer(const Game& game, const Answer& a, std::optional<Game>& after);

  // The answers on the board to the pending question. What takes scripts too long is left out: `unjudged` counts it.
  nlohmann::json places(const Game& game);

  // --- for the seat that is asked, which is not to find out by trying what it may not know: what holds in each of some
  // games that it could be playing. Where nothing is hidden, that is the game itself.

  // Legal where it is so in one of them. `after` only where the seat's own answer alone makes the board, the same in
  // all.
  Verdict answer_unseen(const Game& game, const Answer& a, std::optional<Game>& after);
  nlohmann::json places_unseen(const Game& game);

 private:
  std::vector<Game> could_be(const Game& game);
  nlohmann::json places_within(const Game& game);  // until scripts have taken what they may
  bool spent() const;
  nlohmann::json placements(const Game& game);
  nlohmann::json points(const Game& game);
  Verdict placed(Game& work, const Game& game, const Question& q, Answer& a);

  std::shared_ptr<const Variant> variant_;
  std::unique_ptr<Scripts> scripts_;
  std::uint64_t until_ = 0;  // steps
  int unjudged_ = 0;
};

// Has anything come to light between the two that the seat's own answer does not tell: a draw, a reveal, an answer of
// somebody else?
bool tells_more(const Game& before, const Game& after, Seat seat);

}  // namespace gofuda::tools
