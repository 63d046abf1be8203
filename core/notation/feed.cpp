#include "core/notation/feed.hpp"

#include <algorithm>
#include <utility>

#include "core/notation/answers.hpp"
#include "core/question_kinds.hpp"

namespace gofuda {

bool claims_unplayable(const Question& q, std::string_view text) {
  return text == kUnplayableWord && q.claimant && std::find(q.labels.begin(), q.labels.end(), text) == q.labels.end();
}

bool TokenFeed::answer(const Question& q, const Observation& seen, Answer& out) {
  return by_chance(q.kind) ? draw(q, seen, out) : answer_at_once(q, seen, out);
}

bool TokenFeed::draw(const Question& q, const Observation& seen, Answer& out) {
  if (check_shown() != Fed::played) return false;  // what was turned up before the shuffle comes first
  if (says_in_vain()) return false;                // then chance draws for itself, as it did
  if (!has_next() || next().who != "chance" || !next().bracket) return false;
  std::string problem;
  if (!parse_answer(seen.rules(), q, next().text, out, problem)) return problem_ = problem, false;
  ++place_.at;
  if (!judge(q, out, seen.rules().grid, seen.board())) said_ = place_.at;
  return true;
}

// Not the last token, for nothing shows then whether the turn can go on, and no claim. What cannot be read so is left
// for when the run has stopped.
bool TokenFeed::answer_at_once(const Question& q, const Observation& seen, Answer& out) {
  const Place before = place_;
  if (is_told_up_to_here() && !place_.claimed && !(has_next() && claims_unplayable(q, next().text)))
    if (const std::optional<bool> use = answers(q, out);
        use && place_.at + *use < at_once_ && judge(q, out, seen.rules().grid, seen.board())) {
      go_past(*use);
      return true;
    }
  go_back(before);
  return false;
}

// All that the log has turned up is written, too.
bool TokenFeed::is_told_up_to_here() { return check_shown() == Fed::played && place_.checked >= game_.log().size(); }

void TokenFeed::go_back(const Place& to) {
  place_ = to;
  problem_.clear();
  misread_ = told_ = false;
}

// Where it is not said, what was turned up meanwhile may yet be put back: it is read later.
bool TokenFeed::says_unplayable(Seat seat, const Unplayable& there) {
  const Place before = place_;
  Unplayable in_game = there;  // as it once was written: after so many moves of the game
  in_game.after = static_cast<std::uint16_t>(in_game.after + game_.turn_start().moves.size());
  const auto is_said = [&](const Unplayable& u) { return next().text == unplayable_words(game_.rules(), u); };
  const bool may = is_told_up_to_here() && has_next() && next().bracket && next().who == seat_name(seat);
  if (may && (is_said(there) || is_said(in_game))) {
    said_ = ++place_.at;
    return place_.begun = true;
  }
  go_back(before);
  return false;
}

// The token that the game did not accept is that one, or what was read last on the way from there.
TokenFeed::Fed TokenFeed::refused(std::size_t token) {
  place_.at = said_ == place_.at && said_ > token ? said_ - 1 : token;
  return Fed::refused;
}

// A card that was found unplayable may be said to be so.
bool TokenFeed::says_what_is_found(const LogItem& item) const {
  if (!says(kUnplayableWord) || item.kind != LogItem::unplayable || place_.at == 0) return false;
  const Token& card = tokens_[place_.at - 1];
  return !card.bracket && card.text == game_.rules().cards[game_.log().numbers(item)[0]].id;
}

TokenFeed::Fed TokenFeed::wrong(std::string problem) {
  problem_ = std::move(problem);
  misread_ = has_next() && !readable(next());
  return Fed::wrong;
}

// Could it answer any question of this game? What stands in a bracket may be a label, which any script may ask for.
bool TokenFeed::readable(const Token& t) const {
  return t.bracket || t.text == "pass" || t.text == "decline" || parse_point(t.text) != kNoPoint ||
         game_.rules().find_card(copy_of(t.text).card) != kNoCard;
}

bool TokenFeed::says(std::string_view words) const { return has_next() && next().bracket && next().text == words; }

bool TokenFeed::says_in_vain() const { return says(kInVainWords) && next().who == "chance"; }

// To where the log says that it was so.
bool TokenFeed::pass_vain() {
  const Log& log = game_.log();
  for (std::size_t i = place_.checked; i < log.size(); ++i)
    if (log.is_found(i, Unplayable::kInVain)) {
      place_.checked = i;
      ++place_.at;
      return true;
    }
  return false;
}

TokenFeed::Fed TokenFeed::unexpected(const LogItem& shown) {
  const Token& t = next();
  return wrong(std::string(seat_name(static_cast<Seat>(shown.who))) + " turns up " +
               game_.rules().cards[game_.log().numbers(shown)[0]].id + ", but the next thing written is " + t.who +
               ": " + (t.bracket ? "(" + t.text + ")" : t.text + copy_hint(t.text)));
}

TokenFeed::Fed TokenFeed::check_shown() {
  const Log& log = game_.log();
  if (const auto claim = std::exchange(place_.retold, std::nullopt))
    for (place_.checked = std::min(*claim + 1, log.size());
         place_.checked > 0 && !log.is_found(place_.checked - 1, Unplayable::kClaimed);)
      --place_.checked;
  for (; place_.checked < log.size(); ++place_.checked) {
    if (says_in_vain() && !pass_vain()) return Fed::played;  // what the log has now will be put back
    const LogItem& item = log[place_.checked];
    if (says_what_is_found(item)) ++place_.at;
    if (item.kind != LogItem::shown) continue;
    if (!has_next()) return Fed::played;  // a turn begun by itself: nothing was said about it yet
    const Token& t = next();
    if (says(kUnplayableWord)) {  // of the card that has turned this one up: no more of it is told
      place_.claimed = place_.checked;
      return Fed::played;
    }
    if (t.who != seat_name(static_cast<Seat>(item.who)) || t.bracket ||
        t.text != game_.rules().cards[log.numbers(item)[0]].id)
      return unexpected(item);
    ++place_.at;
    place_.begun = true;
  }
  return Fed::played;
}

bool TokenFeed::parse(const Question& q, const Token& t, Answer& out) {
  const bool label =
      q.kind == QuestionKind::choice && std::find(q.labels.begin(), q.labels.end(), t.text) != q.labels.end();
  if (t.bracket == in_brackets(form_of(q.kind)) || label) {
    if (parse_answer(game_.rules(), q, t.text, out, problem_)) return true;
    misread_ = t.bracket || !readable(t);
    return false;
  }
  told_ = true;
  problem_ = std::string(seat_name(q.seat)) + " is asked for " + question_text(game_.rules(), q) + ", and " +
             (t.bracket ? "(" + t.text + ")" : "'" + t.text + "'") + " is no answer to that";
  std::string ignored;
  if (parse_answer(game_.rules(), q, t.text, out, ignored))
    problem_ += t.bracket ? "; write it without brackets" : "; write the points in brackets";
  else if (t.text == "decline")
    problem_ += t.bracket ? "; what is offered is declined by the word without brackets, or by none"
                          : "; nothing is offered, so leave it out";
  else if (!t.bracket)
    problem_ += copy_hint(t.text);
  misread_ = !readable(t);
  return false;
}

// The answer that comes next, and whether a token says it: what is offered and not taken is declined without a word.
// Nothing, when what is written is no answer to that.
std::optional<bool> TokenFeed::answers(const Question& q, Answer& out) {
  if (q.kind == QuestionKind::offer && q.may_pass) {
    std::string problem;
    const bool use = has_next() && !next().bracket && next().who == seat_name(q.seat) &&
                     parse_answer(game_.rules(), q, next().text, out, problem);
    if (!use) out.make_card(0);
    return use;
  }
  if (!is_next_of(q.seat, q) || !parse(q, next(), out)) return std::nullopt;
  return true;
}

bool TokenFeed::is_next_of(Seat seat, const Question& q) {
  if (!has_next()) return false;
  if (next().who == seat_name(seat)) return true;
  told_ = true;
  wrong(std::string(seat_name(q.seat)) + " is asked for " + question_text(game_.rules(), q) +
        ", but the next thing written is " + next().who + "'s" +
        (next().who == "chance" && !next().bracket ? "; what chance draws is written in brackets" : "") + vain_hint());
  return false;
}

// Where a card has fallen flat, whoever wrote on may not have thought so.
std::string TokenFeed::vain_hint() const {
  const std::vector<Move>& moves = game_.position().moves;
  if (moves.empty() || !moves.back().has(Move::kUnplayable)) return "";
  return "; " + std::string(seat_name(moves.back().seat)) + "'s " + game_.rules().cards[moves.back().card].name +
         " could not take effect just before";
}

TokenFeed::Fed TokenFeed::answer_pending() {
  const Question& q = game_.question();
  Answer a;
  const std::optional<std::size_t> outer = place_.retold = std::exchange(place_.claimed, std::nullopt);
  const bool claim = says(kUnplayableWord) && (outer || claims_unplayable(q, next().text));
  if (claim && !outer && !is_next_of(*q.claimant, q)) return Fed::wrong;
  const std::optional<bool> use = claim ? std::optional(true) : answers(q, a);
  if (!use) return Fed::wrong;
  std::size_t before = place_.at;
  go_past(*use);  // first: a shuffle that the answer leads to reads on from here
  verdict_ = claim ? game_.claim_unplayable(scripts_, {nullptr, nullptr, this}, outer.value_or(Run::kWhole))
                   : game_.answer(scripts_, a, readers(), false);
  if (!verdict_) return place_.retold.reset(), refused(before);
  const bool seen = slowly_ > 0 && place_.at >= at_once_;  // that the turn can go on from here
  if (game_.state() == Status::asks && seen && place_.at > reached_)
    note_turn();  // past what was refused the rest may be given at once again
  else if (seen || game_.state() != Status::asks)
    again_ = false;
  return step();
}

QuestionKey TokenFeed::answered() const {
  const Token& t = *token();
  QuestionKey key;
  key.seat = t.who == seat_name(Seat::white) ? Seat::white : Seat::black;
  const bool points = t.text.empty() || parse_point(t.text.substr(0, t.text.find_first_of(" ,"))) != kNoPoint;
  if (t.bracket && t.who == "chance")
    key.kind = points ? QuestionKind::lot : QuestionKind::chance;
  else if (t.bracket)
    key.kind = points ? QuestionKind::points : QuestionKind::choice;
  else
    key.kind = points || t.text == "pass" ? QuestionKind::stone : QuestionKind::offer;
  for (std::size_t i = std::min(place_.at, tokens_.size()); t.bracket && i-- > 0 && key.card == kNoCard;)
    if (!tokens_[i].bracket && tokens_[i].who == t.who) key.card = game_.rules().find_card(tokens_[i].text);
  const bool drawn = key.card != kNoCard && !game_.rules().cards[key.card].shape.empty();
  if (key.kind == QuestionKind::points && drawn) key.kind = QuestionKind::placement;
  return key;
}

std::string TokenFeed::misfit_text() const {
  if (!token()) return "";
  const QuestionKey written = answered();
  std::string had = "in the file " + question_text(game_.rules(), written);
  if (game_.state() != Status::asks || told_) return had;
  const Question& q = game_.question();
  const bool same = written.seat == q.seat && written.kind == q.kind && written.card == q.card;
  return (same ? "" : had + "; now ") + asked_text(game_.rules(), q);
}

// After the game has moved: faults, and the cards it turned up.
TokenFeed::Fed TokenFeed::step() {
  if (game_.state() == Status::fault) return Fed::fault;
  place_.claimed.reset();
  const Fed o = check_shown();
  return o == Fed::played && place_.claimed && game_.state() != Status::asks ? unexpected(game_.log()[*place_.claimed])
                                                                             : o;
}

TokenFeed::Fed TokenFeed::play() {
  place_.checked = std::min(place_.checked, game_.log().size());
  if (game_.state() == Status::asks) note_turn();
  if (game_.state() == Status::asks || place_.checked < game_.log().size())
    if (Fed o = step(); o != Fed::played) return o;
  while (has_next()) {
    if (game_.over()) return wrong("the game is over, but there is more: " + next().who + ": " + next().text);
    const bool first = slowly_ == 0;
    std::uint64_t before = scripts_.steps_now();
    Fed o = play_on();
    if (first) before = scripts_.steps_now();
    while (again_ && (o == Fed::refused || o == Fed::wrong)) o = read_again();
    spent_again_ += scripts_.steps_now() - before;
    if (o == Fed::wrong && allowance_.left_open())
      problem_ +=
          "; it takes too much work to find out whether a card before that can be played: where it cannot, write "
          "(unplayable) after it";
    if (o != Fed::played) return o;
    if (has_next() && spent_again_ > kMostReadAgain * scripts_.most_searched()) return give_up();
  }
  return Fed::played;
}

// Each effect that did nothing may have its turn read again, and there may be a thousand.
TokenFeed::Fed TokenFeed::give_up() {
  problem_ =
      "it takes too much work to find out which card this answers; a game that is played anew and saved says "
      "where a card on the table could do nothing, as (unplayable CARD HOOK) does";
  misread_ = true;
  return Fed::wrong;
}

TokenFeed::Fed TokenFeed::play_on() {
  if (game_.state() == Status::asks) return answer_pending();
  return game_.state() == Status::done ? begin_turn() : Fed::fault;
}

// A turn's answers are given while it runs. Where one does not fit, or is refused, the turn is read again: an answer
// before it is the one to be refused, if the turn could not go on from there.
TokenFeed::Fed TokenFeed::begin_turn() {
  place_.begun = false;
  note_turn();
  return run_turn();
}

void TokenFeed::note_turn() {
  turn_ = place_;
  given_ = game_.turn_log();
  at_once_ = tokens_.size();
  reached_ = place_.at;
  slowly_ = 0;
  again_ = true;
}

TokenFeed::Fed TokenFeed::run_turn() {
  const Status s = game_.advance(scripts_, readers(), 1);
  if (s == Status::illegal || s == Status::unplayable || s == Status::mismatch)
    return verdict_ = game_.last_refusal(), refused(turn_.at);
  if (s == Status::done) again_ = false;
  return step();
}

void TokenFeed::go_past(bool token) {
  place_.at += token;
  place_.begun |= token;
  if (slowly_ == 0) reached_ = place_.at;
}

Players TokenFeed::readers() {
  return place_.at < at_once_ ? Players{this, this, this} : Players{nullptr, nullptr, this};
}

// Whether a turn can go on takes as long to find out as the turn itself: the last answers first are given one by one,
// and more of them where it could not go on from the first of these.
TokenFeed::Fed TokenFeed::read_again() {
  constexpr std::size_t kLast = 2, kMore = 8;
  slowly_ = slowly_ == 0 ? kLast : kMore * slowly_;
  at_once_ = reached_ > slowly_ ? reached_ - slowly_ : 0;
  go_back(turn_);
  again_ = at_once_ > place_.at;
  said_ = 0;
  verdict_ = {};
  game_.leave_turn(given_);
  return run_turn();
}

TokenFeed::Fed TokenFeed::finish() {
  while (true) {
    Fed o = Fed::played;
    if (game_.state() == Status::asks && game_.question().kind == QuestionKind::offer && game_.question().may_pass &&
        place_.begun) {
      o = answer_pending();
    } else if (between_turns() && game_.turn_start().lost_turns[index(game_.turn_start().to_move)] > 0) {
      game_.advance(scripts_, {nullptr, nullptr, this}, 1);
      place_.begun = false;
    } else {
      return Fed::played;
    }
    if (o != Fed::played) return o;
  }
}

}  // namespace gofuda
