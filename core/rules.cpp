#include "core/rules.hpp"

#include <array>

namespace gofuda {
namespace {

// The names of each enumeration, in its order.
constexpr std::array<std::string_view, 4> kKoNames{"none", "simple", "positional", "situational"};
constexpr std::array<std::string_view, 3> kKoCardsNames{"single", "all", "none"};
constexpr std::array<std::string_view, 3> kSuicideNames{"forbidden", "whole", "allowed"};
constexpr std::array<std::string_view, 2> kPlacementNames{"together", "one-by-one"};
constexpr std::array<std::string_view, 3> kCapturesNames{"colour", "player", "none"};
constexpr std::array<std::string_view, 4> kSymmetryNames{"all", "mirrors", "rotations", "none"};
constexpr std::array<std::string_view, 2> kScoringNames{"area", "territory"};
constexpr std::array<std::string_view, 2> kForcedPassesNames{"ignored", "counted"};
constexpr std::array<std::string_view, 2> kDeadStonesNames{"stand", "agreed"};
constexpr std::array<std::string_view, 2> kExhaustedNames{"score", "draw"};
constexpr std::array<std::string_view, 3> kBothWinNames{"mover", "draw", "opponent"};

constexpr int kMaxKomi = 1000;
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

std::string get_komi(const Rules& rules) {
  const int size = rules.komi2 < 0 ? -rules.komi2 : rules.komi2;
  std::string text = rules.komi2 < 0 ? "-" : "";
  return text += std::to_string(size / 2) + (size % 2 ? ".5" : "");
}

bool set_komi(Rules& rules, std::string_view text) {
  const bool minus = text.starts_with('-');
  if (minus) text.remove_prefix(1);
  const bool half = text.ends_with(".5");
  if (half || text.ends_with(".0")) text.remove_suffix(2);
  const std::optional<int> whole = parse_whole(text);
  if (!whole || 2 * *whole + half > 2 * kMaxKomi) return false;
  rules.komi2 = (minus ? -1 : 1) * (2 * *whole + half);
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

constexpr std::array<RuleField, 14> kFields{{
    named<&Rules::ko, kKoNames>("ko",
                                "What repetition is forbidden: none, the retaking of a single stone, the whole board, "
                                "or the whole board with the same side to move."),
    named<&Rules::ko_cards, kKoCardsNames>("ko_cards",
                                           "Which card plays the ko rule judges: those that set a single stone "
                                           "and do nothing else, all, or none; what a card took under none may be "
                                           "retaken at once. Under all, where ko is simple, a card that does more than "
                                           "set a single stone may not bring back the board before the last move."),
    named<&Rules::suicide, kSuicideNames>("suicide",
                                          "Whether stones may be set that are left without a liberty: never, unless "
                                          "the whole play dies, or always."),
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
    {"komi", "Points given to White, whole or half, from -1000 to 1000.", {}, get_komi, set_komi},
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
                                                 "Whether all stones on the board count at the end, or both sides "
                                                 "say which are dead, and play on where they differ."),
}};

}  // namespace

std::span<const RuleField> rule_fields() { return kFields; }

const RuleField* find_rule_field(std::string_view name) {
  for (const RuleField& field : kFields)
    if (field.name == name) return &field;
  return nullptr;
}

}  // namespace gofuda
