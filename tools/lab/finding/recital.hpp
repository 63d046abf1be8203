// One turn, carried out by given answers, under whatever rules: what it asks, and what comes of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "scripting/variant.hpp"

namespace gofuda::lab {

// An answer as a record keeps it, with the question that it was given to.
struct Given {
  QuestionKey key;
  AnswerForm form = AnswerForm::stone;
  std::vector<std::uint16_t> numbers;  // as LogItem's: a choice with its label, a card with its name
};
std::vector<Given> answers_of(const Log& log, std::size_t first, std::size_t end);

// Sits at both seats and for chance, and says what is written down, as long as that is what is asked for.
class Reciter : public Player {
 public:
  explicit Reciter(const std::vector<Given>& given) : given_(given) {}
  bool answer(const Question& q, const Observation& seen, Answer& out) override;

  struct Asked {
    std::uint64_t question, form;  // hashes: which question it is, and what may be answered
  };
  const std::vector<Asked>& asked() const { return asked_; }
  std::size_t used() const { return used_; }
  const Question& last() const { return last_; }  // the last one asked
  const Answer& said() const { return said_; }    // the last answer given

 private:
  const std::vector<Given>& given_;
  std::size_t used_ = 0;
  std::vector<Asked> asked_;
  Question last_;
  Answer said_;
};

struct Recited {
  Status status = Status::done;
  std::vector<Reciter::Asked> asked;
  std::size_t used = 0;
  Question last;    // the last question asked
  Verdict verdict;  // where it is refused
  Fault fault;
  Log log;  // the turn, with the answer that was refused
  CardId in_play = kNoCard;
};
// `position` is carried on in place.
Recited recite(const Ruleset& rules, Scripts& scripts, const ChanceKey& key, Position& position,
               const std::vector<Given>& given);

// In what two readings differ. The order is the one in which a difference is looked for.
enum class Parting : std::uint8_t {
  asked,      // something else is asked, or by whom
  refused_a,  // what the other accepts; that both refuse it, for whatever reasons, is no difference
  refused_b,
  board,
  cards,
  result,
  turn,    // the other side is to move
  failed,  // a script fails
};
std::string_view parting_name(Parting p);  // "asked-otherwise", ...
std::string parting_text(Parting p);       // in a sentence

// What everybody sees of the positions after the same turn; nothing where it is the same. Both are of the same cards.
std::optional<Parting> visible_difference(const Ruleset& a, const Position& in_a, const Ruleset& b,
                                          const Position& in_b);
std::optional<Parting> difference(const Ruleset& a, const Recited& by_a, const Position& in_a, const Ruleset& b,
                                  const Recited& by_b, const Position& in_b);
// The first question, by its number, to which other answers may be given by the one than by the other; what is asked is
// the same. Nothing where there is none.
std::optional<std::size_t> other_answers(const Recited& by_a, const Recited& by_b);

}  // namespace gofuda::lab
