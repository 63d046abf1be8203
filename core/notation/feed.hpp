// Tokens of the notation played into a game.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/allowance.hpp"
#include "core/game.hpp"
#include "core/notation/tokens.hpp"

namespace gofuda {

// Do the words in a bracket say of the card that the question is asked for that it cannot be played?
bool claims_unplayable(const Question& q, std::string_view text);

// Plays tokens into a game.
class TokenFeed : public Player {
 public:
  enum class Fed { played, refused, wrong, fault };
  TokenFeed(Game& game, Scripts& scripts, std::vector<Token> tokens)
      : game_(game),
        scripts_(scripts),
        tokens_(std::move(tokens)),
        allowance_(kMostSearched * scripts.most_searched(), scripts.most_searched() / kEasyPart) {}

  // Plays all tokens. refused: the game did not accept an answer (verdict()); wrong: a token answers nothing that was
  // asked (problem(), token()), perhaps because it is no word of the notation at all (misread()); fault: a script
  // failed.
  Fed play();
  // After the last token: turns that are lost are sat out, offers are declined.
  Fed finish();

  // After that: the question that the token answers, as far as its words tell, and the one that is asked; of these,
  // what problem() has not said.
  std::string misfit_text() const;

  const Verdict& verdict() const { return verdict_; }
  const std::string& problem() const { return problem_; }
  bool misread() const { return misread_; }
  bool misspelt() const { return misread_ && token() && !token()->bracket; }  // a word that no game of these rules has
  const Token* token() const { return has_next() ? &next() : tokens_.empty() ? nullptr : &tokens_.back(); }
  bool between_turns() const { return game_.state() == Status::done && !game_.over(); }
  void skip_to(std::size_t log_items) {
    place_.checked = log_items;
    place_.begun = log_items > game_.turn_mark();
  }
  bool turn_begun() const { return place_.begun; }  // a token was used in the turn that is being played
  std::size_t used() const { return place_.at; }
  std::size_t reached() const {
    return std::max(reached_, place_.at);
  }  // so many were used, the one refused among them

  bool answer(const Question& q, const Observation& seen, Answer& out) override;
  bool says_unplayable(Seat seat, const Unplayable& there) override;
  Allowance* allowance() override { return &allowance_; }

 private:
  struct Place {
    std::size_t at = 0, checked = 0;  // in the tokens, and in the log
    // The next token says that a card is unplayable that was begun before this item of the log. When it has been said,
    // the log is told anew from there.
    std::optional<std::size_t> claimed = {}, retold = {};
    bool begun = false;
  };
  Fed step();
  Fed check_shown();
  bool is_told_up_to_here();
  void go_back(const Place& to);
  Fed play_on();
  Fed begin_turn();
  void note_turn();
  Fed run_turn();
  Fed read_again();
  Fed give_up();
  Fed answer_pending();
  Players readers();
  void go_past(bool token);
  bool draw(const Question& q, const Observation& seen, Answer& out);
  bool answer_at_once(const Question& q, const Observation& seen, Answer& out);
  std::optional<bool> answers(const Question& q, Answer& out);
  bool is_next_of(Seat seat, const Question& q);
  std::string vain_hint() const;
  bool has_next() const { return place_.at < tokens_.size(); }
  const Token& next() const { return tokens_[place_.at]; }
  bool says(std::string_view words) const;  // the next token, in brackets
  bool says_in_vain() const;
  bool says_what_is_found(const LogItem& item) const;
  bool pass_vain();
  bool parse(const Question& q, const Token& t, Answer& out);
  Fed wrong(std::string problem);
  Fed refused(std::size_t token);
  Fed unexpected(const LogItem& shown);  // this card was turned up, and something else is written
  QuestionKey answered() const;
  bool readable(const Token& t) const;

  Game& game_;
  Scripts& scripts_;
  std::vector<Token> tokens_;
  Place place_;
  // Of the turn that is being played: where it began, and what had been answered before; up to which token answers are
  // given while it runs; how far that went when it was first read; how many before that are given one by one, now that
  // it is read again; and may it be so?
  Place turn_;
  Log given_;
  std::size_t at_once_ = 0, reached_ = 0, slowly_ = 0;
  bool again_ = false;
  // In searches' steps: what may be spent on finding out which cards cannot be played, and on reading turns again. What
  // a game does not write down, for it is found in no time, takes a smaller part of a search than that.
  static constexpr std::uint64_t kMostSearched = 8, kMostReadAgain = 4, kEasyPart = 32;
  Allowance allowance_;
  std::uint64_t spent_again_ = 0;  // steps, on reading turns again
  // That many tokens were used when the last one said of a card whose play began that it is unplayable, or what chance
  // cannot have drawn.
  std::size_t said_ = 0;
  bool misread_ = false, told_ = false;
  Verdict verdict_;
  std::string problem_;
};

}  // namespace gofuda
