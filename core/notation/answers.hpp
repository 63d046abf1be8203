// Answers and questions in the notation of plays (core/notation/tokens.hpp), one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/log.hpp"
#include "core/question.hpp"
#include "core/ruleset.hpp"

namespace gofuda {

inline constexpr std::string_view kUnplayableWord = "unplayable";  // says that a card cannot be played
// The same of the card whose play begins there: "unplayable leap", "unplayable leap within 1 after 2": moves of the
// turn; "unplayable snare when_set and 1 after 7": of an effect, after one more that was set off in the turn.
std::string unplayable_words(const Ruleset& rules, const Unplayable& there);
// Says that chance drew for a card on the table that was set off and could do nothing; no label has two words.
inline constexpr std::string_view kInVainWords = "in vain";
bool in_brackets(AnswerForm form);  // how it is written in a line of plays
// One answer, with its brackets or without: "D4 F5", "pass", a card's name, a label, "decline", "none" for no dead
// stone. False with `problem`.
bool parse_answer(const Ruleset& rules, const Question& q, std::string_view text, Answer& out, std::string& problem);
std::string offered_text(const Ruleset& rules, OfferedCard card);  // "leap"; "leap#2": the second one offered apart
struct NamedCopy {
  std::string_view card;
  int which = 1;  // 0: what follows the # is no number of a copy
};
NamedCopy copy_of(std::string_view word);      // "leap#2": leap, 2
std::string copy_hint(std::string_view word);  // what the # in a word means; "" where there is none
std::string question_text(const Ruleset& rules, const Question& q);  // "3 points", "where to lay leap", ...
// Which question of a game it is, as a record tells: "black is asked for points for Leap by Leap (question 2)".
std::string question_text(const Ruleset& rules, const QuestionKey& key);
// Both in one: "black is asked for 2 points for Leap, by the turn (question 2)".
std::string asked_text(const Ruleset& rules, const Question& q);
// The question that an item of a record answers, or what else it notes: "Leap is turned up".
std::string record_text(const Ruleset& rules, const LogItem& item, std::span<const std::uint16_t> numbers);
// What the log keeps, as a line of plays has it: a card, "(D4 F5)", "decline"; "" for what is not written.
std::string item_text(const Ruleset& rules, const LogItem& item, std::span<const std::uint16_t> numbers);

}  // namespace gofuda
