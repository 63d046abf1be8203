// The rules of stones, judged: functions of the rules and a position, for whoever wants to know.
//
// Legality is never written twice: a play is carried out and then judged; on a refusal the position is as it was.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/board.hpp"
#include "core/position.hpp"
#include "core/ruleset.hpp"
#include "core/verdict.hpp"

namespace gofuda {

// --- ordinary stones
PointSet closed_points(const Ruleset& rules, const Position& p);  // by the opening rule, to the stone that is set now
bool has_stones_left(const Ruleset& rules, const Position& p, Seat seat);
bool would_repeat(const Ruleset& rules, const Position& p, Point point, Seat seat);  // by the superko rule
// Do the cards on the table leave the side the pass?
bool may_pass(const Ruleset& rules, const Position& p, Seat seat);
// On an empty point: neither suicide, ko nor a repetition.
bool is_legal_stone(const Ruleset& rules, const Position& p, Point point, Seat seat);
PointSet legal_stones(const Ruleset& rules, const Position& p, Seat seat);  // with the opening rule and the supply
// Of a stone on any point, with the reason.
Verdict judge_stone(const Ruleset& rules, const Position& p, Point point, Seat seat);

// --- plays of several stones
// The points that stones laid one after the other may come to stand on: empty ones, and those of chains that they could
// capture.
PointSet reachable_points(const Board& board, int stones);
// Could the shape card take effect? Nothing where more than the stones themselves decides. `reachable`: the points that
// so many stones may come to stand on.
std::optional<bool> shape_fits(const Ruleset& rules, const Position& p, Seat seat, CardId card,
                               const std::function<const PointSet&(int)>& reachable);

struct Play {
  Seat seat = Seat::black;
  CardId card = kNoCard;  // kNoCard: an ordinary stone
  OnSuicide on_suicide = OnSuicide::refuse;
  bool may_repeat = false;        // the ko rules do not judge it
  bool no_repeat = false;         // it may not make a board that a move was made on, whatever the ko rules
  bool one_by_itself = false;     // each stone that it sets or recolours must be no suicide if it were the only one
  std::uint64_t hash_before = 0;  // of the board when the play began
  bool any_reason = false;        // why it is refused is asked by nobody
};

// Carries units out: removals and recolourings, stones set together or one by one, captures, then suicide, then ko.
class Landing {
 public:
  explicit Landing(const Ruleset& rules) : rules_(rules) {}
  // Appends what happened to `effects`. On a refusal the position and `effects` are as they were.
  Verdict land(Position& p, const Play& play, const Unit& unit, std::vector<PointEffect>& effects);
  // Where a glance tells: the play is or is not refused. Nothing happens.
  std::optional<Verdict> foresee(const Position& p, const Play& play, const Unit& unit) const;
  // The same of stones of the player that are to land one by one, where only a refusal is to be known.
  bool surely_refuses(const Position& p, const Play& play, std::span<const Point> in_order);
  const PointSet& skipped() const { return result_.skipped; }  // points that the last unit landed left as they were

 private:
  bool surely_refused(const Position& p, const Play& play, const Unit& unit, bool judged) const;
  Verdict land_in_order(Position& p, const Play& play, const Unit& unit, std::vector<PointEffect>& effects);
  Verdict land_together(Position& p, const Play& play, const Unit& unit, bool ko_judges,
                        std::vector<PointEffect>& effects);
  Verdict land_bound(Position& p, const Play& play, const Unit& unit, bool ko_judges,
                     std::vector<PointEffect>& effects);
  void find_recoloured(const Board& board, const Unit& unit);
  Verdict judge_each(const Position& p, const Play& play, const Unit& unit);
  Verdict judge_supply(const Position& p, const Unit& unit) const;
  void note(Position& p, const Unit& unit, std::vector<PointEffect>& effects) const;
  static const Board& keep(std::optional<Board>& memory, const Board& board);

  const Ruleset& rules_;
  UnitResult result_;
  std::vector<Stone> recoloured_;         // by the last unit; some may have been skipped
  std::optional<Board> kept_, in_order_;  // memory for what a refusal brings back
  Unit rest_, one_, drawn_;
};

// --- the course of moves
// Has superko a new board to remember after a move with these flags? For the situational rule, a pass makes one, too;
// for the natural one, every play and nothing else.
bool remembers(const Ruleset& rules, std::uint16_t flags);
// What undoing a move did, in order.
struct Undone {
  std::vector<PointEffect>& effects;
  std::vector<TallyChange>& tallied;
  std::vector<std::uint32_t>& moves;
};
// Takes move number `move` and its group back, what was done last first, ko included: the stones, and what they did to
// tokens, points for the count and marks; what was spent meanwhile does not come back. The moves are marked as undone;
// moves that they had undone stand again. What it costs, in steps of scripts.
std::uint64_t take_back(const Ruleset& rules, Position& p, std::size_t move, Undone out);
// May the move and its group be undone? Nothing may have changed the board since, but what is undone, and what undid
// it.
bool can_take_back(const Position& p, int move);
// The last move of its group.
std::size_t last_of_group(const Position& p, std::size_t move);
// At the end of a turn whose moves begin at `first`: the ko that kept the side from retaking is over, unless the turn
// was sat out or undone.
void lift_ko(Position& p, std::size_t first, Seat seat);

}  // namespace gofuda
