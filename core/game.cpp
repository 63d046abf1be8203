#include "core/game.hpp"

#include <utility>

#include "core/probe.hpp"

namespace gofuda {

namespace {

// Chance draws as often for a pile that is given as for one that it shuffles, so that what it draws later is the same.
void lay_deck(const Ruleset& rules, const Setup& setup, Owner owner, Position& p) {
  std::vector<CardId> deck = rules.decks[static_cast<std::size_t>(owner)];
  const auto& given = setup.decks[static_cast<std::size_t>(owner)];
  Random random(setup.key.seed, setup.key.game, p.chance);
  shuffle(deck, random);
  p.chance = random.counter();
  p.cards.assign(owner, Zone::deck, given ? *given : deck);
}

void deal(const Ruleset& rules, Position& p) {
  const Zone zone = rules.deal_open ? Zone::shown : Zone::hand;
  const std::size_t n = rules.deal == Ruleset::kDealAll ? std::size_t{0xffff} : static_cast<std::size_t>(rules.deal);
  for (std::size_t i = 0; i < n; ++i)
    for (Seat seat : {p.to_move, other(p.to_move)}) {
      if (p.cards.size(rules.pile_owner(seat), Zone::deck) == 0) {
        if (seat != p.to_move) return;
        continue;
      }
      p.cards.put(owner_of(seat), zone, p.cards.take_top(rules.pile_owner(seat), Zone::deck));
    }
}

}  // namespace

Position first_position(const Ruleset& rules, const Setup& setup) {
  if (setup.position) return *setup.position;
  Position p(rules.grid);
  p.to_move = rules.first;
  if (rules.first_by_chance) {
    Random random(setup.key.seed, setup.key.game, p.chance);
    p.to_move = static_cast<Seat>(random.below(2));
    p.chance = random.counter();
  }
  for (const Stone& s : rules.setup) p.board.set(s.point, s.colour);
  p.count_set();
  bool given = false;
  for (int o = 0; o < kOwners; ++o) {
    lay_deck(rules, setup, static_cast<Owner>(o), p);
    given |= setup.decks[static_cast<std::size_t>(o)].has_value();
  }
  if (!given) deal(rules, p);
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

Status Game::run_turn(Scripts& scripts, Players players, bool& finished) {
  Run run(*rules_, scripts, setup_.key);
  Position work = now_;
  std::size_t size = log_.size();
  Status s = run.turn(work, log_, mark_, players);
  finished = s == Status::done;
  switch (s) {
    case Status::done:
      now_ = work;
      shown_ = std::move(work);
      mark_ = log_.size();
      marks_.push_back(mark_);
      break;
    case Status::asks:
      shown_ = std::move(work);
      question_ = run.question();
      break;
    case Status::fault:
      fault_ = run.fault();
      shown_ = std::move(work);
      break;
    case Status::mismatch:
      question_ = run.question();
      break;
    case Status::illegal:
    case Status::unplayable:
      refusal_ = run.verdict();
      log_.resize(size);
      break;
  }
  return s;
}

Status Game::advance(Scripts& scripts, Players players, int max_turns) {
  for (int n = 0; n < max_turns && !now_.over(); ++n) {
    bool finished = false;
    state_ = run_turn(scripts, players, finished);
    if (!finished) return state_;
  }
  return state_ = Status::done;
}

Verdict Game::answer(Scripts& scripts, std::span<const std::uint16_t> a, Players players, bool go_on) {
  if (state_ != Status::asks) return Verdict::no(Reason::game_over);
  if (Verdict v = judge(question_, a, rules_->grid, shown_.board); !v) {
    refusal_ = v;
    return v;
  }
  std::size_t size = log_.size();
  log_.push_answer(question_, a);
  Question asked = question_;
  Position shown = shown_;
  bool finished = false;
  Status s = run_turn(scripts, players, finished);
  bool dead_end = s == Status::asks && log_.size() > size && !can_go_on(scripts);
  if (dead_end) refusal_ = Verdict::no(Reason::unplayable, {}, "nothing that could follow it is legal");
  if (dead_end || s == Status::illegal || s == Status::unplayable || s == Status::mismatch) {
    log_.resize(size);
    shown_ = std::move(shown);
    question_ = std::move(asked);
    state_ = Status::asks;
    return refusal_;
  }
  state_ = finished && go_on ? advance(scripts, players) : s;
  return Verdict::ok();
}

// Is there a way to finish the turn from the pending question?
bool Game::can_go_on(Scripts& scripts) const {
  const Log given = log_.from(mark_);
  auto finishes = [&](Player& player) {
    Run run(*rules_, scripts, setup_.key);
    Position work = now_;
    Log log = given;
    Status s = run.turn(work, log, 0, {&player, &player, nullptr});
    return s != Status::illegal && s != Status::unplayable;
  };
  return finds_a_way(finishes, kRandomProbes, kProbes);
}

bool Game::undo(Scripts& scripts) {
  std::size_t n = log_.size();
  while (n > 0 && !log_[n - 1].by_player()) --n;
  if (n == 0) return false;
  rebuild(scripts, n - 1);
  return true;
}

Status Game::rebuild(Scripts& scripts, std::size_t items) {
  log_.resize(items);
  now_ = shown_ = start_;
  mark_ = 0;
  marks_.assign(1, 0);
  state_ = Status::done;
  while (!now_.over()) {
    bool finished = false;
    // A finished turn inside the log leaves its end unknown to the turn itself: the run's cursor is the next mark.
    Run run(*rules_, scripts, setup_.key);
    Position work = now_;
    Status s = run.turn(work, log_, mark_, {});
    finished = s == Status::done;
    if (!finished) {
      question_ = run.question();
      if (s == Status::fault) fault_ = run.fault();
      if (s == Status::illegal || s == Status::unplayable) refusal_ = run.verdict();
      if (s == Status::asks || s == Status::fault) shown_ = std::move(work);
      return state_ = s;
    }
    now_ = work;
    shown_ = std::move(work);
    mark_ = run.cursor();
    marks_.push_back(mark_);
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
