// Answers to the question that a game asks, written as lists of numbers.
#pragma once

#include <vector>

#include "core/game.hpp"
#include "core/question_kinds.hpp"

namespace gofuda::test {

using Numbers = std::vector<std::uint16_t>;

inline Answer numbered(const Question& q, const Numbers& numbers) { return Answer(form_of(q.kind), numbers); }
inline Verdict reply(Game& game, Scripts& scripts, const Numbers& numbers) {
  return game.answer(scripts, numbered(game.question(), numbers));
}

}  // namespace gofuda::test
