// All that depends on the kind of a question alone, in one table: a row for each kind. How an answer is written depends
// on its form (core/notation/answers.cpp).
#pragma once

#include "core/answer.hpp"
#include "core/question.hpp"

namespace gofuda {

struct QuestionKindRow {
  QuestionKind kind;
  std::string_view name;
  AnswerForm form;
  std::string_view nothing;  // the word for an answer that names nothing; "" where there is none
  std::string_view wanted;   // what is asked for, in a sentence
  Verdict (*judge)(const Question& q, std::span<const std::uint16_t> answer);  // one of the right form, on the board
  // The answers that there are, as far as the question tells, and the k-th of them; of chance and of dead stones one.
  std::uint64_t (*count)(const Question& q);
  void (*nth)(const Question& q, std::uint64_t k, Answer& out);
};

const QuestionKindRow& row_of(QuestionKind kind);
inline AnswerForm form_of(QuestionKind kind) { return row_of(kind).form; }

// What a record has as the answer to the question. A choice is recorded with its label, and a card with its name, so
// that they are found again where a script lists them in another order.
void read_item(const Question& q, std::span<const std::uint16_t> numbers, Answer& out);

}  // namespace gofuda
