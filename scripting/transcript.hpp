// The one notation for plays, everywhere: the card, then a bracket for each question.
//
//   black: place-3 (B1 D1 F1)           the card turned up, and the points
//   white: twice leap (G5 H7) (K10 L12)
//   black: answer-card                  an offer taken; an offer declined is not written, or is "decline" where it must
//   be white: E5      white: pass           an ordinary stone, a pass black: answer-card (aside)          a choice
//   chance: (leap hop step)             a shuffled pile, top card first
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"

namespace gofuda {

struct TranscriptLine {
  std::string who;  // "black", "white", "chance"
  std::string text;
};

// The log of a game as lines, one for each turn and for each change of side within it.
std::vector<TranscriptLine> transcript(const Game& game);
// The same with other words: `text` says what stands for an item of the log, by its number; nothing for "".
std::vector<TranscriptLine> transcript(const Game& game, const std::function<std::string(std::size_t)>& text);
std::string item_text(const Ruleset& rules, const LogItem& item, std::span<const std::uint16_t> numbers);

struct Token {
  std::string who;
  std::string text;  // a word, or what stands in the bracket
  bool bracket = false;
  std::string file;
  int line = 0, column = 0;
};
// Splits a line; false when a bracket is not closed or stands in another.
bool tokenize(const std::string& who, std::string_view text, const std::string& file, int line, int column,
              std::vector<Token>& out, std::string& problem);

// Plays tokens into a game.
class TokenFeed : public Player {
 public:
  enum class Fed { played, refused, wrong, fault };
  TokenFeed(Game& game, Scripts& scripts, std::vector<Token> tokens)
      : game_(game), scripts_(scripts), tokens_(std::move(tokens)) {}

  // Plays all tokens. refused: the game did not accept an answer (verdict()); wrong: a token answers nothing that was
  // asked (problem(), token()); fault: a script failed.
  Fed play();
  // After the last token: turns that are lost are sat out, offers are declined.
  Fed finish();

  const Verdict& verdict() const { return verdict_; }
  const std::string& problem() const { return problem_; }
  const Token* token() const {
    return at_ < tokens_.size() ? &tokens_[at_] : tokens_.empty() ? nullptr : &tokens_.back();
  }
  bool between_turns() const { return game_.state() == Status::done && !game_.over(); }
  void skip_to(std::size_t log_items) {
    checked_ = log_items;
    begun_ = log_items > game_.turn_mark();
  }
  bool turn_begun() const { return begun_; }  // a token was used in the turn that is being played
  std::size_t used() const { return at_; }

  bool answer(const Question& q, const Observation& seen, std::vector<std::uint16_t>& out) override;  // chance

 private:
  Fed step();
  Fed check_shown();
  Fed answer_pending();
  bool parse(const Question& q, const Token& t, std::vector<std::uint16_t>& out);
  Fed wrong(std::string problem);

  Game& game_;
  Scripts& scripts_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0, checked_ = 0;
  bool begun_ = false;
  Verdict verdict_;
  std::string problem_;
};

// One answer in the notation, for the terminal: "D4 F5", "pass", a card's name, a label. False with `problem`.
bool parse_answer(const Ruleset& rules, const Question& q, std::string_view text, std::vector<std::uint16_t>& out,
                  std::string& problem);
std::string question_text(const Ruleset& rules, const Question& q);  // "3 points", "where to lay leap", ...

}  // namespace gofuda
