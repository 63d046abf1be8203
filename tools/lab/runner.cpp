#include "tools/lab/runner.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "core/notation/saved_game.hpp"
#include "core/result.hpp"
#include "scripting/scripts.hpp"

namespace gofuda::lab {

namespace {

constexpr Seat kSeats[] = {Seat::black, Seat::white};
// Where programs answer on the spot, a game takes no longer than a few hundred looks at it. A look for repetitions
// costs more.
constexpr std::uint32_t kQuestionsALook = 128, kRepetitionLook = 16, kPlaysALook = 32;

std::size_t at(Seat s) { return static_cast<std::size_t>(index(s)); }

void clear_output(Scripts& scripts) {
  if (auto* lua = dynamic_cast<LuaScripts*>(&scripts)) lua->clear_output();
}

std::string fault_text(const Fault& f) {
  return to_text({f.file, f.line, 0, f.code.empty() ? "lua" : f.code, f.message, Severity::error});
}

}  // namespace

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
    agents_[s] = watched(std::move(agents_[s]), questions_);
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
  const bool straight = agents_[0]->on_the_spot() && agents_[1]->on_the_spot();
  const std::uint32_t look = rules_.rules.ko >= KoRule::positional ? kRepetitionLook : 1;
  questions_.begin(key, straight ? kQuestionsALook * look : 1, record_.breadths);
  plays_a_look_ = straight ? kPlaysALook : 1;
  if (straight)
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
  if (cards) watch_.begin(p, key, plays_a_look_, record_.cards);
  const Players players{agents_[0]->on_the_spot(), agents_[1]->on_the_spot(), nullptr};
  Status s = Status::done;
  while (!p.over() && p.turn <= plan_.most_turns) {
    log_.clear();
    if ((s = run_.turn(p, log_, 0, players)) != Status::done) break;
    questions_.end_turn(log_.size());
    if (cards) watch_.turn(p);
  }
  if (s == Status::done)
    finish(p);
  else
    stop(s, p, run_.fault(), run_.verdict(), key);
}

void Runner::play_searching(const ChanceKey& key) {
  Setup setup;
  setup.key = key;
  Game game(plan_.variant->ruleset, setup);
  record_.first = game.turn_start().to_move;
  watch_.begin(game.turn_start(), key, plays_a_look_, record_.cards);
  Status s = Status::done;
  while (!game.over() && game.turn_start().turn <= plan_.most_turns) {
    try {
      s = tools::play_game(game, *scripts_, *agents_[0], *agents_[1], game.turn_start().turn);
    } catch (const tools::PlayerFailure& e) { return abandon(game, e.what()); }
    if (s != Status::done) break;
    questions_.end_turn(game.log().size());
    watch_.turn(game.turn_start());
  }
  if (s == Status::done)
    finish(game.turn_start());
  else
    stop(s, game.turn_start(), game.fault(), game.last_refusal(), key);
}

void Runner::finish(const Position& p) {
  record_.turns = p.turn - 1;
  record_.moves = static_cast<int>(p.moves.size());
  record_.prisoners = p.prisoners;
  record_.ending = p.ending;
  record_.won_by = p.won_by;
  record_.counted = p.ending == Ending::passes || p.ending == Ending::exhausted;
  record_.outcome = GameResult::stopped;
  if (!p.over()) return;
  const std::optional<Seat> won = leader_of(rules_, p);
  record_.outcome = !won ? GameResult::draw : *won == Seat::black ? GameResult::black : GameResult::white;
  if (record_.counted) record_.margin2 = score_of(rules_, p).margin2();
}

void Runner::note_failure(const Position& p) {
  record_.turns = p.turn - 1;
  record_.moves = static_cast<int>(p.moves.size());
  record_.prisoners = p.prisoners;
  record_.outcome = GameResult::fault;
}

// A player could not go on: the game is kept as far as it came.
void Runner::abandon(const Game& game, const std::string& why) {
  note_failure(game.turn_start());
  record_.fault = to_text({"", 0, 0, "player", why, Severity::error});
  record_.reproduction = saved_up_to(game);
}

void Runner::stop(Status s, const Position& p, const Fault& fault, const Verdict& refusal, const ChanceKey& key) {
  note_failure(p);
  record_.fault = s == Status::fault ? fault_text(fault) : "a turn without a legal answer: " + to_string(refusal);
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
  return saved_game(plan_.variant->id, game, plan_.settings,
                    plan_.variant->title + ", a game that failed in turn " + std::to_string(game.turn_start().turn));
}

}  // namespace gofuda::lab
