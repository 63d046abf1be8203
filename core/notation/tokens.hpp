// The one notation for plays, everywhere: the card, then a bracket for each question.
//
//   black: place-3 (B1 D1 F1)      the card turned up, and the points
//   white: twice leap (G5 H7) (K10 L12)
//   black: answer-card             an offer taken; one declined is left out, or "decline" where it must be written
//   white: E5      white: pass     an ordinary stone, a pass
//   black: answer-card (aside)     a choice
//   black: mouth (unplayable)      the card turned up, of which it is said that it cannot be played
//   black: (unplayable mouth)      the same of the card whose play begins there
//   chance: (leap hop step)        a shuffled pile, top card first
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gofuda {

struct Token {
  std::string who;
  std::string text;  // a word, or what stands in the bracket
  bool bracket = false;
  std::string file;
  int line = 0, column = 0;
};
std::string as_written(const Token& t);  // "black: leap", "black: (D4 E6)"
// Splits a line; false when a bracket is not closed or stands in another.
bool tokenize(const std::string& who, std::string_view text, const std::string& file, int line, int column,
              std::vector<Token>& out, std::string& problem);

}  // namespace gofuda
