// The rules of stones that a variant file chooses among. Each is an enumeration with one name table, which serves
// parsing, printing, the schema and the documentation.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gofuda {

// positional: no board of the game comes back. situational: not with the same side to move. natural: a side's play does
// not bring back a board that a play of the same side has made; what a pass left does not count.
enum class KoRule : std::uint8_t { none, simple, positional, situational, natural };
constexpr bool is_superko(KoRule ko) { return ko >= KoRule::positional; }
// What it is when the whole board comes back with the same side to move.
enum class Repetition : std::uint8_t { allowed, no_result };
// Which card plays the ko rule judges: those that set one stone and do nothing else, as if they were that stone; all of
// them, by the whole board; or none.
enum class KoCards : std::uint8_t { single, all, none };
// forbidden: no chain of a colour set may be left without liberties. whole: refused only when every stone set dies,
// otherwise the chains without liberties come off. multi_stone: refused when a stone alone dies, otherwise they come
// off. allowed: they come off.
enum class SuicideRule : std::uint8_t { forbidden, whole, multi_stone, allowed };
// together: the stones of a play land at once. one_by_one: each is captured and judged before the next.
enum class PlacementRule : std::uint8_t { together, one_by_one };
// Whose chains without liberties come off first: those of the colour not set (colour), or those of the player's
// opponent, whatever was set (player). none: stones never come off, and there is no suicide.
enum class CaptureOrder : std::uint8_t { colour, player, none };
enum class Symmetry : std::uint8_t { all, mirrors, rotations, none };
enum class Scoring : std::uint8_t { area, territory };
// seki: a group with a neutral point beside it has no territory. all: nor has any other its two eyes.
enum class Tax : std::uint8_t { none, seki, all };
// What White is given for N handicap stones.
enum class HandicapBonus : std::uint8_t { none, n_less_one, n };
// half_point: who passes first takes half a point, and that pass does not count among those that end the game.
enum class Button : std::uint8_t { none, half_point };
// Who hands over a stone with a pass. white_last: each does, and White once more where Black has passed last.
enum class PassStones : std::uint8_t { none, each, white_last };
// Whether turns used up by a skipping card, a card laid aside or a lost turn count among the passes that end the game.
enum class ForcedPasses : std::uint8_t { ignored, counted };
// stand: what is on the board at the end counts. agreed: after the passes both sides say which stones are dead; where
// they differ, play goes on. unconditional: what could not be saved if its owner alone played on comes off.
enum class DeadStones : std::uint8_t { stand, agreed, unconditional };
// What a game is that has no winner when the board is full or every stone is set.
enum class Exhausted : std::uint8_t { score, draw };
// Who has won when a move fulfils win conditions of both sides.
enum class BothWin : std::uint8_t { mover, draw, opponent };

// Komi and leads are kept in thousandths of a point.
inline constexpr int kWholePoint = 1000, kHalfPoint = kWholePoint / 2;
inline constexpr int kMostKomi = 1000 * kWholePoint;  // to either side
std::string points_text(std::int64_t thousandths);    // "7", "-0.5", "3.75"
std::string signed_points_text(int thousandths);      // "+7", "-0.5"

struct Rules {
  KoRule ko = KoRule::simple;
  Repetition repetition = Repetition::allowed;
  KoCards ko_cards = KoCards::single;
  SuicideRule suicide = SuicideRule::forbidden;
  PlacementRule placement = PlacementRule::together;
  CaptureOrder captures = CaptureOrder::colour;
  Symmetry symmetry = Symmetry::all;
  Scoring scoring = Scoring::area;
  Tax tax = Tax::none;
  HandicapBonus handicap_bonus = HandicapBonus::none;
  Button button = Button::none;
  PassStones pass_stones = PassStones::none;
  ForcedPasses forced_passes = ForcedPasses::ignored;
  DeadStones dead_stones = DeadStones::stand;
  Exhausted exhausted = Exhausted::score;
  BothWin both_win = BothWin::mover;
  int komi = 0;           // thousandths of a point, to White
  int passes_to_end = 2;  // passes in a row that end the game; 0: passing is not possible
  int stones = 0;         // how many stones each side has; 0: as many as it needs
  friend bool operator==(const Rules&, const Rules&) = default;
};

// How files speak of the rules: `ko: simple`, `komi: 10.5`, ...
struct RuleField {
  std::string_view name;
  std::string_view text;                     // one sentence of documentation
  std::span<const std::string_view> values;  // empty for numbers
  std::string (*get)(const Rules&);
  bool (*set)(Rules&, std::string_view);  // false when the value is not understood; the rules stay as they were
};
std::span<const RuleField> rule_fields();
const RuleField* find_rule_field(std::string_view name);

}  // namespace gofuda
