// What a game has been, in the notation, and back into tokens.
#pragma once

#include <string>
#include <vector>

#include "core/notation/tokens.hpp"
#include "core/notation/transcript.hpp"
#include "tests/unit/catch.hpp"

namespace gofuda::test {

// A line to a side.
inline std::string written(const Game& game) {
  std::string out;
  for (const TranscriptLine& line : transcript(game)) out += line.who + ": " + line.text + "\n";
  return out;
}

inline std::vector<Token> tokens_of(const std::vector<TranscriptLine>& lines) {
  std::vector<Token> tokens;
  std::string problem;
  for (const TranscriptLine& line : lines) REQUIRE(tokenize(line.who, line.text, "text", 1, 1, tokens, problem));
  return tokens;
}

}  // namespace gofuda::test
