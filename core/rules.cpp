#include "core/rules.hpp"

#include <array>
#include <cstdlib>

namespace gofuda {
namespace {

// The names of each enumeration, in its order.
constexpr std::array<std::string_view, 5> kKoNames{"none", "simple", "positional", "situational", "natural"};
constexpr std::array<std::string_view, 2> kRepetitionNames{"allowed", "no-result"};
constexpr std::array<std::string_view, 3> kKoCardsNames{"single", "all", "none"};
constexpr std::array<std::string_view, 4> kSuicideNames{"forbidden", "whole", "multi-stone", "allowed"};
constexpr std::array<std::string_view, 2> kPlacementNames{"together", "one-by-one"};
constexpr std::array<std::string_view, 3> kCapturesNames{"colour", "player", "none"};
constexpr std::array<std::string_view, 4> kSymmetryNames{"all", "mirrors", "rotations", "none"};
constexpr std::array<std::string_view, 2> kScoringNames{"area", "territory"};
constexpr std::array<std::string_view, 3> kTaxNames{"none", "seki", "all"};
constexpr std::array<std::string_view, 3> kHandicapBonusNames{"none", "n-1", "n"};
constexpr std::array<std::string_view, 2> kButtonNames{"none", "half-point"};
constexpr std::array<std::string_view, 3> kPassStonesNames{"none", "each", "white-last"};
constexpr std::array<std::string_view, 2> kForcedPassesNames{"ignored", "counted"};
constexpr std::array<std::string_view, 3> kDeadStonesNames{"stand", "agreed", "unconditional"};
constexpr std::array<std::string_view, 2> kExhaustedNames{"score", "draw"};
constexpr std::array<std::string_view, 3> kBothWinNames{"mover", "draw", "opponent"};

constexpr int kMaxPasses = 100;
constexpr int kMaxStones = 1000;

template <auto member, const auto& names>
std::string get_name(const Rules& rules) {
  return std::string(names[static_cast<std::size_t>(rules.*member)]);
}

template <auto member, const auto& names>
bool set_name(Rules& rules, std::string_view text) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != text) continue;
    rules.*member = static_cast<std::remove_reference_t<decltype(rules.*member)>>(i);
    return true;
  }
  return false;
}

template <auto member, const auto& names>
constexpr RuleField named(std::string_view name, std::string_view text) {
  return {name, text, std::span<const std::string_view>(names), get_name<member, names>, set_name<member, names>};
}

// Decimal digits alone, at most four, no sign: "0", "10", "0010" is refused.
std::optional<int> parse_whole(std::string_view text) {
  if (text.empty() || text.size() > 4 || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  int n = 0;
  for (char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    n = n * 10 + (digit - '0');
  }
  return n;
}

std::string get_komi(const Rules& rules) { return points_text(rules.komi); }

// What follows the point of a number: one digit to three, in thousandths.
std::optional<int> parse_thousandths(std::string_view digits) {
  if (digits.empty() || digits.size() > 3) return std::nullopt;
  int n = 0, unit = kWholePoint;
  for (char digit : digits) {
    if (digit < '0' || digit > '9') return std::nullopt;
    n += (digit - '0') * (unit /= 10);
  }
  return n;
}

bool set_komi(Rules& rules, std::string_view text) {
  const bool minus = text.starts_with('-');
  if (minus) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  const std::optional<int> whole = parse_whole(text.substr(0, point));
  const std::optional<int> rest = point == std::string_view::npos ? 0 : parse_thousandths(text.substr(point + 1));
  if (!whole || !rest || kWholePoint * *whole + *rest > kMostKomi) return false;
  rules.komi = (minus ? -1 : 1) * (kWholePoint * *whole + *rest);
  return true;
}

template <auto member>
std::string get_number(const Rules& rules) {
  return std::to_string(rules.*member);
}

template <auto member, int most>
bool set_number(Rules& rules, std::string_view text) {
  const std::optional<int> n = parse_whole(text);
  if (!n || *n > most) return false;
  rules.*member = *n;
  return true;
}

constexpr std::array<RuleField, 19> kFields{{
    named<&Rules::ko, kKoNames>("ko",
                                "What repetition is forbidden: none, the retaking of a single stone, the whole board, "
                                "the whole board with the same side to move, or the whole board as a play of the "
                                "same side has made it."),
    named<&Rules::repetition, kRepetitionNames>(
        "repetition",
        "What it is when a turn brings a whole board back with the same side to move, as triple ko and eternal life do "
        "where ko is simple: nothing, the game goes on, or its end without a result."),
    named<&Rules::ko_cards, kKoCardsNames>("ko_cards",
                                           "Which card plays the ko rule judges: those that set a single stone "
                                           "and do nothing else, all, or none; what a card took under none may be "
                                           "retaken at once. Under all, where ko is simple, a card that does more than "
                                           "set a single stone may not bring back the board before the last move; "
                                           "and where ko forbids the whole board and stones land one by one, the board "
                                           "after each of them is judged and remembered."),
    named<&Rules::suicide, kSuicideNames>("suicide",
                                          "Whether stones may be set that are left without a liberty: never, unless "
                                          "the whole play dies, unless one of them dies alone, or always."),
    named<&Rules::placement, kPlacementNames>("placement",
                                              "Whether the stones of a play land together or one by one, each "
                                              "capturing before the next."),
    named<&Rules::captures, kCapturesNames>("captures",
                                            "Whose stones without liberties come off first: those of the colour "
                                            "not set, or those of the player's opponent; or none ever do."),
    named<&Rules::symmetry, kSymmetryNames>("symmetry",
                                            "How a shape may be laid: turned and mirrored, mirrored, turned, or "
                                            "only as printed."),
    named<&Rules::forced_passes, kForcedPassesNames>("forced_passes",
                                                     "Whether turns used up by skipping cards, cards laid aside "
                                                     "and lost turns count among the passes that end the game."),
    named<&Rules::scoring, kScoringNames>("scoring",
                                          "What counts at the end: stones and territory, or territory and "
                                          "prisoners."),
    named<&Rules::tax, kTaxNames>(
        "tax",
        "What is not counted: nothing; the territory of groups in seki, and under scoring by territory the dead stones "
        "outside of territory; or that, and two points of each other group's territory, its eyes. In seki is what has "
        "a neutral point beside it or its territory, so fill those first."),
    named<&Rules::handicap_bonus, kHandicapBonusNames>(
        "handicap_bonus",
        "What White is given for N handicap stones, where a game begins with two black stones or more and no white "
        "one: nothing, N - 1 points, or N points."),
    named<&Rules::button, kButtonNames>("button",
                                        "Whether the first pass of the game takes the button, half a point, and does "
                                        "not count among those that end it."),
    named<&Rules::pass_stones, kPassStonesNames>(
        "pass_stones",
        "Whether who passes hands over a stone, which scoring by territory counts as a prisoner: no, each side does, "
        "or each does and White hands over one more at the end if Black has passed last."),
    {"komi", "Points given to White, from -1000 to 1000, with at most three decimals.", {}, get_komi, set_komi},
    {"passes_to_end",
     "How many passes in a row end the game, at most 100; 0 if passing is not possible. Only a pass instead of an "
     "ordinary stone counts (for skips see forced_passes), so where cards are drawn all decks must be out.",
     {},
     get_number<&Rules::passes_to_end>,
     set_number<&Rules::passes_to_end, kMaxPasses>},
    {"stones",
     "How many stones each side has, at most 1000; 0 if there is no limit.",
     {},
     get_number<&Rules::stones>,
     set_number<&Rules::stones, kMaxStones>},
    named<&Rules::exhausted, kExhaustedNames>(
        "exhausted",
        "What a game without a winner is when the board is full or all stones are "
        "set: counted, or a draw."),
    named<&Rules::both_win, kBothWinNames>("both_win",
                                           "Who has won when one move fulfils win conditions of both sides."),
    named<&Rules::dead_stones, kDeadStonesNames>("dead_stones",
                                                 "Whether all stones on the board count at the end; or both sides "
                                                 "say which are dead, and play on where they differ; or those come "
                                                 "off that their owner could not save by any moves if the other side "
                                                 "only passed (Benson's unconditional life and what it encloses)."),
}};

}  // namespace

std::string points_text(std::int64_t thousandths) {
  const std::int64_t size = std::abs(thousandths);
  std::string text(thousandths < 0 ? "-" : "");
  text += std::to_string(size / kWholePoint);
  if (size % kWholePoint == 0) return text;
  text += '.' + std::to_string(kWholePoint + size % kWholePoint).substr(1);
  return text.substr(0, text.find_last_not_of('0') + 1);
}

std::string signed_points_text(int thousandths) {
  return std::string(thousandths < 0 ? "" : "+").append(points_text(thousandths));
}

std::span<const RuleField> rule_fields() { return kFields; }

const RuleField* find_rule_field(std::string_view name) {
  for (const RuleField& field : kFields)
    if (field.name == name) return &field;
  return nullptr;
}

}  // namespace gofuda
