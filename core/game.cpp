#include "core/game.hpp"

#include <utility>

namespace gofuda {

Position first_position(const Ruleset& rules, const Setup& setup) {
  if (setup.position) return *setup.position;
  Position p(rules.grid);
  p.to_move = rules.first;
  for (const Stone& s : rules.setup) p.board.set(s.point, s.colour);
  for (int o = 0; o < kOwners; ++o) {
    Owner owner = static_cast<Owner>(o);
    if (setup.decks[o]) {
      p.cards.assign(owner, Zone::deck, *setup.decks[o]);
      p.chance += setup.decks[o]->empty()
                      ? 0
                      : setup.decks[o]->size() - 1;  // as if it had been shuffled, so that later draws are the same
      continue;
    }
    std::vector<CardId> deck = rules.decks[o];
    Random random(setup.key.seed, setup.key.game, p.chance);
    for (std::size_t i = deck.size(); i > 1; --i)
      std::swap(deck[i - 1], deck[random.below(static_cast<std::uint32_t>(i))]);
    p.chance = random.counter();
    p.cards.assign(owner, Zone::deck, deck);
  }
  if (rules.rules.ko >= KoRule::positional)
    p.seen.push_back(situation(rules.rules.ko, p.board.hash(), other(p.to_move)));
  return p;
}

Game::Game(std::shared_ptr<const Ruleset> rules, Setup setup)
    : rules_(std::move(rules)),
      setup_(std::move(setup)),
      start_(first_position(*rules_, setup_)),
      now_(start_),
      shown_(start_) {}

Step Game::run_turn(Scripts& scripts, Players players, bool& finished) {
  Run run(*rules_, scripts, setup_.key);
  Position work = now_;
  std::size_t size = log_.size();
  Step s = run.turn(work, log_, mark_, players);
  finished = s == Step::done;
  switch (s) {
    case Step::done:
      now_ = work;
      shown_ = std::move(work);
      mark_ = log_.size();
      marks_.push_back(mark_);
      break;
    case Step::asks:
      shown_ = std::move(work);
      question_ = run.question();
      break;
    case Step::fault:
      fault_ = run.fault();
      shown_ = std::move(work);
      break;
    case Step::mismatch:
      question_ = run.question();
      break;
    case Step::illegal:
    case Step::unplayable:
      refusal_ = run.verdict();
      log_.resize(size);
      break;
  }
  return s;
}

Step Game::advance(Scripts& scripts, Players players, int max_turns) {
  for (int n = 0; n < max_turns && !now_.over(); ++n) {
    bool finished = false;
    state_ = run_turn(scripts, players, finished);
    if (!finished) return state_;
  }
  return state_ = Step::done;
}

Verdict Game::answer(Scripts& scripts, std::span<const std::uint16_t> a, Players players, bool go_on) {
  if (state_ != Step::asks) return Verdict::no(Reason::game_over);
  if (Verdict v = judge(question_, a); !v) {
    refusal_ = v;
    return v;
  }
  std::size_t size = log_.size();
  log_.push_answer(question_, a);
  Question asked = question_;
  bool finished = false;
  Step s = run_turn(scripts, players, finished);
  if (s == Step::illegal || s == Step::unplayable || s == Step::mismatch) {
    log_.resize(size);
    question_ = std::move(asked);
    state_ = Step::asks;
    return refusal_;
  }
  state_ = finished && go_on ? advance(scripts, players) : s;
  return Verdict::ok();
}

bool Game::undo(Scripts& scripts) {
  std::size_t n = log_.size();
  while (n > 0 && !log_[n - 1].by_player()) --n;
  if (n == 0) return false;
  rebuild(scripts, n - 1);
  return true;
}

Step Game::rebuild(Scripts& scripts, std::size_t items) {
  log_.resize(items);
  now_ = shown_ = start_;
  mark_ = 0;
  marks_.assign(1, 0);
  state_ = Step::done;
  while (!now_.over()) {
    bool finished = false;
    // A finished turn inside the log leaves its end unknown to the turn itself: the run's cursor is the next mark.
    Run run(*rules_, scripts, setup_.key);
    Position work = now_;
    Step s = run.turn(work, log_, mark_, {});
    finished = s == Step::done;
    if (!finished) {
      question_ = run.question();
      if (s == Step::fault) fault_ = run.fault();
      if (s == Step::illegal || s == Step::unplayable) refusal_ = run.verdict();
      if (s == Step::asks || s == Step::fault) shown_ = std::move(work);
      return state_ = s;
    }
    now_ = work;
    shown_ = std::move(work);
    mark_ = run.cursor();
    marks_.push_back(mark_);
  }
  return state_ = Step::done;
}

Game Game::replayed(std::shared_ptr<const Ruleset> rules, Scripts& scripts) const {
  Game g(std::move(rules), setup_);
  g.log_ = log_;
  g.rebuild(scripts, log_.size());
  return g;
}

}  // namespace gofuda
