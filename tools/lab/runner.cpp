#include "tools/lab/runner.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "core/result.hpp"
#include "scripting/dispute.hpp"
#include "scripting/scripts.hpp"

namespace gofuda::lab {

namespace {

constexpr Seat kSeats[] = {Seat::black, Seat::white};
constexpr Zone kHeld[] = {Zone::hand, Zone::aside, Zone::shown};

std::size_t at(Seat s) { return static_cast<std::size_t>(index(s)); }

int copies(std::span<const CardId> cards, CardId c) {
  return static_cast<int>(std::count(cards.begin(), cards.end(), c));
}

void clear_output(Scripts& scripts) {
  if (auto* lua = dynamic_cast<LuaScripts*>(&scripts)) lua->clear_output();
}

std::string fault_text(const Fault& f) {
  return to_text({f.file, f.line, 0, f.code.empty() ? "lua" : f.code, f.message, Severity::error});
}

}  // namespace

// --- cards

int CardWatch::held(const Cards& cards, Seat seat, CardId card) const {
  int n = 0;
  for (Zone z : kHeld) n += copies(cards.in(owner_of(seat), z), card);
  return n;
}

void CardWatch::begin(const Position& start, std::vector<CardUse>& uses) {
  uses_ = &uses;
  uses.assign(rules_.cards.size(), {});
  before_ = start.cards;
  shuffles_ = start.shuffles;
  moves_ = start.moves.size();
  for (Seat s : kSeats)
    for (Zone z : kHeld)
      for (CardId c : start.cards.in(owner_of(s), z)) ++uses[c].drawn[at(s)];
}

void CardWatch::count_moves(const Position& now) {
  CardId under = kNoCard;
  for (; moves_ < now.moves.size(); ++moves_) {
    const Move& m = now.moves[moves_];
    if (m.under != kNoCard && m.under != under) ++(*uses_)[m.under].played[at(m.seat)];  // it has no move of its own
    under = m.under;
    other_than_skips_[at(m.seat)] |= !m.has(Move::kSkip) || m.card != kNoCard;
    if (m.card == kNoCard || m.has(Move::kDeclared)) continue;
    moved_[at(m.seat)].push_back(m.card);
    if (m.has(Move::kSkip) && laid_aside(now, m.seat, m.card)) continue;
    CardUse& use = (*uses_)[m.card];
    ++(m.has(Move::kUnplayable) ? use.unplayable : use.played)[at(m.seat)];
  }
}

bool CardWatch::laid_aside(const Position& now, Seat seat, CardId card) const {
  int more = 0;
  for (Zone z : {Zone::aside, Zone::shown})
    more += copies(now.cards.in(owner_of(seat), z), card) - copies(before_.in(owner_of(seat), z), card);
  return more > 0;
}

// A play that consists of plays of other cards has no move of its own: the card was turned up, and others have
// followed.
void CardWatch::count_nested_plays() {
  for (std::size_t s = 0; s < 2; ++s) {
    if (!other_than_skips_[s]) continue;
    for (CardId c : shown_[s])
      if (copies(moved_[s], c) < copies(shown_[s], c)) ++(*uses_)[c].played[s], moved_[s].push_back(c);
  }
}

void CardWatch::count_log(const Log& log, std::size_t mark) {
  for (std::size_t i = mark; i < log.size(); ++i) {
    const LogItem& item = log[i];
    if (item.who > 1) continue;
    auto numbers = log.numbers(item);
    if (item.kind == LogItem::shown) shown_[item.who].push_back(numbers[0]);
    if (item.kind == LogItem::answer && item.ask == Ask::offer && numbers.size() == 2)
      offered_[item.who].push_back(numbers[1]);
  }
}

// A side's own deck tells exactly what has left it. Where the deck is common, or has been shuffled meanwhile: what has
// passed over the side's part of the table, and what it holds more than before.
void CardWatch::count_draws(const Position& now, Seat seat) {
  const std::size_t s = at(seat);
  const Owner pile = rules_.pile_owner(seat);
  auto old_deck = before_.in(pile, Zone::deck), deck = now.cards.in(pile, Zone::deck);
  if (pile != Owner::common && shuffles_[s] == now.shuffles[s]) {
    auto [from, to] = std::mismatch(old_deck.begin(), old_deck.end(), deck.begin(), deck.end());
    for (; from != old_deck.end(); ++from) ++(*uses_)[*from].drawn[s];
    for (; to != deck.end(); ++to)
      if ((*uses_)[*to].drawn[s] > 0) --(*uses_)[*to].drawn[s];  // put back
    return;
  }
  std::vector<CardId> touched = moved_[s];
  for (const auto* more : {&shown_[s], &offered_[s]}) touched.insert(touched.end(), more->begin(), more->end());
  for (Zone z : kHeld)
    for (CardId c : now.cards.in(owner_of(seat), z)) touched.push_back(c);
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (CardId c : touched) {
    const int passed = std::max({copies(moved_[s], c), copies(shown_[s], c), copies(offered_[s], c)});
    const int more = held(now.cards, seat, c) - held(before_, seat, c);
    const int drawn = more > 0 ? std::max(passed, more) : std::max(0, passed + more);
    (*uses_)[c].drawn[s] = static_cast<std::uint16_t>((*uses_)[c].drawn[s] + drawn);
  }
}

void CardWatch::turn(const Position& now, const Log& log, std::size_t mark) {
  for (std::size_t s = 0; s < 2; ++s) moved_[s].clear(), shown_[s].clear(), offered_[s].clear();
  other_than_skips_ = {};
  count_moves(now);
  count_log(log, mark);
  count_nested_plays();
  for (Seat s : kSeats) count_draws(now, s);
  before_ = now.cards;
  shuffles_ = now.shuffles;
}

// --- games

Runner::Runner(const Plan& plan)
    : plan_(plan),
      rules_(*plan_.variant->ruleset),
      scripts_(make_scripts(plan_.variant)),
      run_(rules_, *scripts_, {}),
      watch_(rules_) {
  Diagnostics out;
  for (std::size_t s = 0; s < 2; ++s) {
    agents_[s] = tools::make_agent(plan_.players[s], *plan_.variant, out);
    if (!agents_[s]) throw std::runtime_error(out.list().empty() ? "no such player" : out.list()[0].message);
  }
}

void Runner::begin(const ChanceKey& key) {
  for (Seat s : kSeats) agents_[at(s)]->begin(key, s);
}

const GameRecord& Runner::play(std::uint64_t number) {
  const auto start = std::chrono::steady_clock::now();
  const ChanceKey key{plan_.seed, number};
  record_.number = number;
  record_.ending = Ending::none;
  record_.counted = false;
  record_.margin2 = 0;
  record_.won_by = 0;
  record_.fault.clear(), record_.reproduction.clear();
  begin(key);
  if (agents_[0]->on_the_spot() && agents_[1]->on_the_spot())
    play_straight(key);
  else
    play_searching(key);
  clear_output(*scripts_);
  record_.nanoseconds =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
  return record_;
}

// With a run that is used again and no Game, which would keep copies of every turn's position.
void Runner::play_straight(const ChanceKey& key) {
  Setup setup;
  setup.key = key;
  Position p = first_position(rules_, setup);
  record_.first = p.to_move;
  run_.rekey(key);
  const bool cards = !rules_.cards.empty();
  if (cards) watch_.begin(p, record_.cards);
  const Players players{agents_[0]->on_the_spot(), agents_[1]->on_the_spot(), nullptr};
  Step s = Step::done;
  while (!p.over() && p.turn <= plan_.most_turns) {
    log_.clear();
    if ((s = run_.turn(p, log_, 0, players)) != Step::done) break;
    if (cards) watch_.turn(p, log_, 0);
  }
  if (s == Step::done)
    finish(p);
  else
    stop(s, p, run_.fault(), run_.verdict(), key);
}

void Runner::play_searching(const ChanceKey& key) {
  Setup setup;
  setup.key = key;
  Game game(plan_.variant->ruleset, setup);
  record_.first = game.turn_start().to_move;
  watch_.begin(game.turn_start(), record_.cards);
  Step s = Step::done;
  while (!game.over() && game.turn_start().turn <= plan_.most_turns) {
    const std::size_t mark = game.turn_mark();
    try {
      s = tools::play_game(game, *scripts_, *agents_[0], *agents_[1], game.turn_start().turn);
    } catch (const tools::PlayerFailure& e) { return abandon(game, e.what()); }
    if (s != Step::done) break;
    watch_.turn(game.turn_start(), game.log(), mark);
  }
  if (s == Step::done)
    finish(game.turn_start());
  else
    stop(s, game.turn_start(), game.fault(), game.last_refusal(), key);
}

void Runner::finish(const Position& p) {
  record_.turns = p.turn - 1;
  record_.moves = static_cast<int>(p.moves.size());
  record_.taken = p.taken;
  record_.ending = p.ending;
  record_.won_by = p.won_by;
  record_.counted = p.ending == Ending::passes || p.ending == Ending::exhausted;
  record_.outcome = Outcome::stopped;
  if (!p.over()) return;
  const std::optional<Seat> won = leader_of(rules_, p);
  record_.outcome = !won ? Outcome::draw : *won == Seat::black ? Outcome::black : Outcome::white;
  if (record_.counted) record_.margin2 = score_of(rules_, p).margin2();
}

void Runner::note_failure(const Position& p) {
  record_.turns = p.turn - 1;
  record_.moves = static_cast<int>(p.moves.size());
  record_.taken = p.taken;
  record_.outcome = Outcome::fault;
}

// A player could not go on: the game is kept as far as it came.
void Runner::abandon(const Game& game, const std::string& why) {
  note_failure(game.turn_start());
  record_.fault = to_text({"", 0, 0, "player", why, Severity::error});
  record_.reproduction = saved_up_to(game);
}

void Runner::stop(Step s, const Position& p, const Fault& fault, const Verdict& refusal, const ChanceKey& key) {
  note_failure(p);
  record_.fault = s == Step::fault ? fault_text(fault) : "a turn without a legal answer: " + to_string(refusal);
  record_.reproduction = reproduce(key);
}

// The same game again, as a Game, which knows how to be written down.
std::string Runner::reproduce(const ChanceKey& key) {
  begin(key);
  Setup setup;
  setup.key = key;
  Game game(plan_.variant->ruleset, setup);
  tools::play_game(game, *scripts_, *agents_[0], *agents_[1], plan_.most_turns);
  return saved_up_to(game);
}

std::string Runner::saved_up_to(const Game& game) const {
  return saved_game(*plan_.variant, game, plan_.settings,
                    plan_.variant->title + ", a game that failed in turn " + std::to_string(game.turn_start().turn));
}

}  // namespace gofuda::lab
