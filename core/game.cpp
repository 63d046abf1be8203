#include "core/game.hpp"

#include <algorithm>
#include <utility>

#include "core/deal.hpp"
#include "core/halt.hpp"
#include "core/probe.hpp"

namespace gofuda {

Position first_position(const Ruleset& rules, const Setup& setup) {
  if (setup.position) return *setup.position;
  // Chance draws as often for a pile that is given as for one that it shuffles, so that what it draws later is the
  // same.
  const auto lay = [&](Owner owner, const std::vector<CardId>& cards, Position& p) {
    std::vector<CardId> deck = cards;
    const auto& given = setup.decks[static_cast<std::size_t>(owner)];
    Random random(setup.key.seed, setup.key.game, p.chance);
    shuffle(deck, random);
    p.chance = random.counter();
    return given ? *given : deck;
  };
  const bool given = std::any_of(setup.decks.begin(), setup.decks.end(), [](const auto& d) { return d.has_value(); });
  return laid_out(rules, setup.key, lay, !given);
}

Game::Game(std::shared_ptr<const Ruleset> rules, Setup setup)
    : rules_(std::move(rules)), setup_(std::move(setup)), start_(first_position(*rules_, setup_)), now_(start_) {}

// After a run that has begun where the game stands. `work`: the position as the run left it.
void Game::take_over(Status s, const Run& run, Position work) {
  misfit_.reset();
  switch (s) {
    case Status::done:
      now_ = std::move(work);
      shown_.reset();
      marks_.push_back(run.cursor());
      break;
    case Status::asks:
      shown_ = std::move(work);
      question_ = run.question();
      break;
    case Status::fault:
      shown_ = std::move(work);
      shown_->ending = Ending::none;  // whatever the count would have been without what failed
      fault_ = run.fault();
      break;
    case Status::mismatch:
      question_ = run.question();
      misfit_ = run.cursor();
      misfit_card_ = run.turned_up();
      refusal_ = Verdict::no(Reason::unplayable, {}, "another question is asked now");
      break;
    case Status::illegal:
    case Status::unplayable:
      refusal_ = run.verdict();
      break;
  }
  state_ = s;
}

Status Game::run_turn(Scripts& scripts, Players players, std::optional<std::size_t> claim) {
  Run run(*rules_, scripts, setup_.key);
  if (claim) run.claim_unplayable(*claim);
  Position work = now_;
  const std::size_t size = log_.size();
  const Status s = run.turn(work, log_, turn_mark(), players);
  take_over(s, run, std::move(work));
  if (s == Status::illegal || s == Status::unplayable) log_.resize(size);
  return s;
}

// A turn on the position itself: to copy one takes the longer the longer the game is. What stops in its middle has the
// whole game played again; then as many turns more are played on copies.
Status Game::run_turn_in_place(Scripts& scripts, Players players, Run& run) {
  shown_.reset();
  const std::size_t size = log_.size();
  const Status s = run.turn(now_, log_, turn_mark(), players);
  if (s == Status::done) {
    misfit_.reset();
    marks_.push_back(run.cursor());
    return state_ = s;
  }
  if (s == Status::illegal || s == Status::unplayable) log_.resize(size);
  Position work = std::move(now_);
  const Log whole = log_;
  rebuild(scripts, turn_mark());
  copied_until_ = 2 * marks_.size();
  log_ = whole;
  take_over(s, run, std::move(work));
  return s;
}

// For one turn of a short game a copy costs less than to play it again may.
bool Game::runs_in_place(const Players& players, int turns) const {
  constexpr std::size_t kLong = 100;
  return players[0] && players[1] && log_.size() == turn_mark() && marks_.size() >= copied_until_ &&
         (turns > 1 || marks_.size() >= kLong);
}

Status Game::advance(Scripts& scripts, Players players, int max_turns, const TurnDone& turn_done) {
  Run run(*rules_, scripts, setup_.key);
  for (int n = 0; n < max_turns && !now_.over(); ++n) {
    const bool in_place = runs_in_place(players, max_turns);
    const std::size_t size = log_.size();
    if ((in_place ? run_turn_in_place(scripts, players, run) : run_turn(scripts, players)) != Status::done)
      return state_ == Status::asks && !players[2] ? leave_dead_end(scripts, size) : state_;  // who reads looks itself
    if (turn_done && !turn_done(*this)) break;
  }
  return state_ = Status::done;
}

std::optional<Game> Game::supposed(Scripts& scripts, Position start, ChanceKey key, const Players* told) const {
  if (state_ != Status::asks) return std::nullopt;
  Game out = *this;
  out.setup_.key = key;
  out.now_ = std::move(start);
  out.shown_.reset();
  if (told) out.log_.resize(turn_mark());
  const bool asks = out.run_turn(scripts, told ? *told : Players{}) == Status::asks;
  if (!asks || out.question_.key != question_.key) return std::nullopt;
  return out;
}

Verdict Game::answer(Scripts& scripts, const Answer& a, Players players, bool go_on) {
  if (state_ != Status::asks) return Verdict::no(Reason::game_over);
  if (Verdict v = judge(question_, a, rules_->grid, position().board); !v) {
    refusal_ = v;
    return v;
  }
  const std::size_t size = log_.size();
  log_.push_answer(question_, a);
  if (!carries_on(scripts, players, std::nullopt)) {
    log_.resize(size);
    return refusal_;
  }
  if (state_ == Status::done && go_on) advance(scripts, players);
  return Verdict::ok();
}

Verdict Game::claim_unplayable(Scripts& scripts, Players players, std::size_t begun) {
  if (state_ != Status::asks) return Verdict::no(Reason::game_over);
  if (!question_.claimant && begun == Run::kWhole)
    return refusal_ = Verdict::no(Reason::refused, {}, "no card is being played");
  const Log before = log_;
  if (carries_on(scripts, players, begun)) return Verdict::ok();
  log_ = before;
  return refusal_;
}

// Runs the turn on from the log as it now is; false when the game stays at its question.
bool Game::carries_on(Scripts& scripts, Players players, std::optional<std::size_t> claim) {
  Question asked = question_;
  std::optional<Position> shown = shown_;
  const Status s = run_turn(scripts, players, claim);
  const bool dead_end = s == Status::asks && !can_go_on(scripts);
  if (!dead_end && s != Status::illegal && s != Status::unplayable && s != Status::mismatch) return true;
  shown_ = std::move(shown);
  question_ = std::move(asked);
  misfit_.reset();
  state_ = Status::asks;
  return false;
}

Verdict Game::give_up_card(Scripts& scripts, Players players, std::size_t kept) {
  const auto claim = [&](Game& game) {
    Verdict v = game.claim_unplayable(scripts, players);
    const bool asked = players[0] || players[1];  // who answers at once is not asked again before it is said
    return v || !asked ? v : game.claim_unplayable(scripts);
  };
  Verdict v = claim(*this);
  Verdict why;
  if (v || v.reason != Reason::unplayable || has_way_on(scripts, why) == true) return v;
  for (Game earlier = *this; !halted();) {
    std::size_t last = earlier.log_.size();
    while (last > std::max(kept, turn_mark()) && !earlier.log_[last - 1].by_player()) --last;
    if (last <= std::max(kept, turn_mark())) break;
    const QuestionKey key = earlier.log_[last - 1].key;
    const Status s = earlier.take_back(scripts, last - 1);
    if (s == Status::illegal || s == Status::unplayable || s == Status::mismatch) break;
    const bool asked = s == Status::asks && earlier.question_.key == key;  // or its card is found unplayable by itself
    Verdict said = asked ? claim(earlier) : Verdict::ok();
    if (!said && said.reason != Reason::unplayable) break;
    if (!said) continue;
    *this = std::move(earlier);
    return said;
  }
  return v;
}

std::size_t Game::said_for_card() const {
  const std::optional<Seat> player = question_.claimant;
  std::size_t last = log_.size();
  if (!player || *player == question_.seat) return 0;
  while (last > turn_mark() && !(log_[last - 1].by_player() && log_[last - 1].who == index(*player))) --last;
  return last;
}

// Is there a way to finish the turn from the pending question? `why`: what refuses the last one tried.
std::optional<bool> Game::has_way_on(Scripts& scripts, Verdict& why, Log* way) const {
  if (question_.kind == QuestionKind::dead) return true;  // whatever is said of the stones
  const Log given = turn_log();
  const std::uint64_t end = scripts.steps_now() + scripts.most_searched();
  auto finishes = [&](Player& player) {
    Run run(*rules_, scripts, setup_.key);
    run.search_until(end);
    Position work = now_;
    Log log = given;
    const Status s = run.turn(work, log, 0, {&player, &player, nullptr});
    why = run.verdict();
    if (!way) return s != Status::illegal && s != Status::unplayable;
    if (s == Status::done) *way = std::move(log);
    return s == Status::done;
  };
  return finds_a_way(finishes, {kRandomProbes, kProbes, 1, kInOrder}, scripts, end);
}

bool Game::take_way_on(Scripts& scripts, Players players) {
  Verdict why;
  Log way;
  if (state_ != Status::asks || question_.kind == QuestionKind::dead) return false;
  if (has_way_on(scripts, why, &way) != true) return false;
  const Log before = log_;
  std::size_t n = log_.size() - turn_mark();
  if (!way.begins_with(turn_log())) return false;  // a card before it was given up
  const auto is_other = [&](const LogItem& item) { return item.by_player() && !players[item.who % 2]; };
  while (n < way.size() && !way[n].by_player()) ++n;
  n = std::min(n + 1, way.size());  // the pending question's
  while (n < way.size() && !is_other(way[n])) ++n;
  way.resize(n);
  log_.resize(turn_mark());
  log_.append(way);
  if (carries_on(scripts, players, std::nullopt)) return true;
  log_ = before;
  return false;
}

// Or could the card that asks be said to be unplayable? Where not, the refusal is why nothing goes on from here.
bool Game::can_go_on(Scripts& scripts) {
  Verdict why;
  if (has_way_on(scripts, why).value_or(true)) return true;
  const Log given = turn_log();
  if (question_.claimant)
    for (std::size_t begun = given.size() + 1; begun-- > 0;)  // the innermost card, and those that it was turned up by
      if ((begun == given.size() || given[begun].kind == LogItem::shown) && claim_stands(scripts, given, begun))
        return true;
  refusal_ = Verdict::no(Reason::unplayable, {},
                         "nothing that could follow it is legal" + (why.detail.empty() ? "" : ": " + why.detail));
  return false;
}

// After a turn that asks. Of what was answered at once since the log had so many items, it is looked at as of any other
// answer whether something can follow; where nothing can, the turn is left as if it had been refused.
Status Game::leave_dead_end(Scripts& scripts, std::size_t size) {
  bool answered = false;
  for (std::size_t i = size; i < log_.size(); ++i) answered |= log_[i].by_player();
  if (!answered || can_go_on(scripts)) return state_;
  log_.resize(size);
  shown_.reset();
  return state_ = Status::illegal;
}

// May a card be said to be unplayable, where the turn so far is told by `given`?
bool Game::claim_stands(Scripts& scripts, Log given, std::size_t begun) const {
  Run run(*rules_, scripts, setup_.key);
  run.claim_unplayable(begun);
  Position work = now_;
  const Status s = run.turn(work, given, 0, {});
  return s != Status::illegal && s != Status::unplayable;
}

bool Game::undo(Scripts& scripts) {
  std::size_t n = log_.size();
  while (n > 0 && !log_[n - 1].by_player()) --n;
  if (n == 0) return false;
  take_back(scripts, n - 1);
  return true;
}

Status Game::take_back(Scripts& scripts, std::size_t answer) {
  const std::size_t kept = log_.before(answer);
  if (answer < turn_mark() || kept < turn_mark() || now_.over()) return rebuild(scripts, kept);
  log_.resize(kept);
  leave_turn(turn_log());
  return advance(scripts, {}, 1);
}

void Game::leave_turn(const Log& kept) {
  log_.resize(turn_mark());
  log_.append(kept);
  shown_.reset();
  misfit_.reset();
  state_ = Status::done;
}

void Game::begin_again(const Log& given) {
  now_ = start_;
  marks_.assign(1, 0);
  leave_turn(given);
}

// Plays so many turns as the log has them, in place. False where one of them stops: other rules do that.
bool Game::retell(Scripts& scripts, std::size_t turns) {
  Run run(*rules_, scripts, setup_.key);
  for (; marks_.size() <= turns; marks_.push_back(run.cursor()))
    if (now_.over() || run.turn(now_, log_, turn_mark(), {}) != Status::done) return false;
  return true;
}

Status Game::rebuild(Scripts& scripts, std::size_t items, std::size_t most_turns) {
  log_.resize(items);
  const Log given = log_;
  std::size_t finished = 0;  // turns
  while (finished + 1 < marks_.size() && marks_[finished + 1] <= items) ++finished;
  begin_again(given);
  if (!retell(scripts, finished)) begin_again(given);
  while (!now_.over() && marks_.size() <= most_turns) {
    // A finished turn inside the log leaves its end unknown to the turn itself: the run's cursor is the next mark.
    Run run(*rules_, scripts, setup_.key);
    Position work = now_;
    const Status s = run.turn(work, log_, turn_mark(), {});
    take_over(s, run, std::move(work));
    if (s != Status::done) return s;
  }
  return state_ = Status::done;
}

Game Game::replayed(std::shared_ptr<const Ruleset> rules, Scripts& scripts) const {
  Game g(std::move(rules), setup_);
  g.log_ = log_;
  g.rebuild(scripts, log_.size());
  return g;
}

}  // namespace gofuda
