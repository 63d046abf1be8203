#include "tools/lab/runner/runner.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <stdexcept>
#include <utility>

#include "core/deal.hpp"
#include "core/hash.hpp"
#include "core/notation/saved_game.hpp"
#include "core/result.hpp"
#include "scripting/scripts.hpp"
#include "tools/players/lone_card.hpp"

namespace gofuda::lab {

namespace {

constexpr Seat kSeats[] = {Seat::black, Seat::white};
constexpr int kMostTurn = 65534;  // that a position counts to
// Where programs answer on the spot, a game takes no longer than a few hundred looks at it. A look for repetitions
// costs more.
constexpr std::uint64_t kFirstGames = 20, kGamesALook = 256;  // in which it is looked at why cards cannot be played
constexpr std::uint32_t kQuestionsALook = 128, kRepetitionLook = 16, kPlaysALook = 32;

void clear_output(Scripts& scripts) {
  if (auto* lua = dynamic_cast<LuaScripts*>(&scripts)) lua->clear_output();
}

// A game's own order of the cards that nobody has drawn yet.
Position shuffled(const Ruleset& rules, Position p, const ChanceKey& key, bool by_copies) {
  Random random(key.seed, key.game);
  for (const Owner o : {Owner::black, Owner::white, Owner::common}) {
    const auto pile = p.cards.in(o, Zone::deck);
    std::vector<CardId> deck(pile.begin(), pile.end());
    if (by_copies)
      deck = ordered_by_copies(rules, key, o, deck);
    else
      shuffle(deck, random);
    p.cards.assign(o, Zone::deck, deck);
  }
  p.chance = random.counter();
  return p;
}

// Of what was played from that move on: by whom, of which card, and what it did.
// The moves, and what was answered or drawn that they may not show: points, words, lots.
std::uint64_t course_of(const Game& game, std::size_t first_move) {
  const Position& p = game.turn_start();
  const Log& log = game.log();
  Hash h;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const QuestionKind kind = log[i].key.kind;
    const bool told = kind == QuestionKind::points || kind == QuestionKind::choice || by_chance(kind);
    if (log[i].kind != LogItem::answer || !told || kind == QuestionKind::chance) continue;  // a pile shows in its cards
    for (const std::uint16_t n : log.numbers(log[i])) h.add(std::uint64_t{n} << 8 | log[i].who);
  }
  for (std::size_t i = first_move; i < p.moves.size(); ++i) {
    const Move& m = p.moves[i];
    h.add(std::uint64_t{m.flags} << 48 | std::uint64_t{m.card} << 32 | std::uint64_t{m.under} << 16 | m.turn);
    h.add(std::uint64_t{m.count} << 8 | static_cast<std::uint64_t>(index(m.seat)));
    for (const PointEffect& e : p.effects_of(m))
      h.add(static_cast<std::uint64_t>(e.point) << 8 | static_cast<std::uint64_t>(e.effect));
  }
  h.add(p.dead), h.add(p.ending);
  return h.value() % Courses::kMostCourse;
}

}  // namespace

Runner::Runner(const Plan& plan)
    : plan_(plan), rules_(*plan_.variant->ruleset), scripts_(make_scripts(plan_.variant)), watch_(rules_) {
  Diagnostics out;
  for (std::size_t s = 0; s < 2; ++s) {
    players_[s] = tools::make_player(plan_.players[s], *plan_.variant, out);
    if (!players_[s]) throw std::runtime_error(out.list().empty() ? "no such player" : out.list()[0].message);
    players_[s] = watched(std::move(players_[s]), questions_);
  }
}

Setup Runner::setup(const ChanceKey& key) const {
  Setup out;
  out.key = key;
  const ChanceKey deal{plan_.deal_seed.value_or(key.seed), key.game};
  if (plan_.from)
    out.position = shuffled(rules_, *plan_.from, deal, plan_.deal_seed.has_value());
  else if (plan_.deal_seed)
    out.position = dealt_by_copies(rules_, deal);
  if (plan_.deals.empty()) return out;
  Position p = first_position(rules_, out);
  for (const ForcedDeal& d : plan_.deals) p = dealt(std::move(p), rules_, d, deal);
  out.position = std::move(p);
  return out;
}

const GameRecord* Runner::play(std::uint64_t number, const Look& look) {
  const auto start = std::chrono::steady_clock::now();
  const ChanceKey key{plan_.seed, number};
  record_.number = number;
  record_.ending = Ending::none;
  record_.counted = false;
  record_.margin = 0;
  record_.won_by = 0;
  record_.course = 0;
  record_.fault.clear();
  record_.reproduction.clear();
  for (Seat s : kSeats) players_[slot(s)]->begin(key, s);
  const bool straight = players_[0]->at_once() && players_[1]->at_once();
  const std::uint32_t every = is_superko(rules_.rules.ko) ? kRepetitionLook : 1;
  questions_.begin(key, straight ? kQuestionsALook * every : 1, record_);
  Game game(plan_.variant->ruleset, setup(key));
  record_.first = game.turn_start().to_move;
  first_turn_ = game.turn_start().turn, first_move_ = game.turn_start().moves.size();
  const bool cards = !rules_.cards.empty();
  if (cards) watch_.begin(game.turn_start(), key, straight ? kPlaysALook : 1, record_.cards);
  DriveLimits limits;
  limits.last_turn = std::min(first_turn_ - 1 + plan_.most_turns, kMostTurn);
  std::size_t mark = 0;
  limits.turn_done = [&](const Game& g) {
    questions_.end_turn(g.turn_mark() - mark);
    mark = g.turn_mark();
    if (cards) watch_.turn(g.turn_start());
    if (look) look(g);
  };
  const DriveResult how = drive(game, *scripts_, {players_[0].get(), players_[1].get()}, limits);
  if (how.why == Stopped::interrupted) return nullptr;
  if (how.why == Stopped::over || how.why == Stopped::turn_limit)
    finish(game);
  else
    fail(game, how);
  clear_output(*scripts_);
  record_.nanoseconds =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
  const std::uint64_t every_so_many = straight && number >= kFirstGames ? kGamesALook : 1;
  const bool looked_at = mix64(key.seed ^ mix64(number)) % every_so_many == 0;
  record_.obstacles.clear();
  if (cards && looked_at && record_.outcome != GameResult::fault) look_at_obstacles(game);
  return &record_;
}

// Plays the game once more from what was answered, with scripts that say why a card could not be played.
void Runner::look_at_obstacles(const Game& game) {
  auto* lua = dynamic_cast<LuaScripts*>(scripts_.get());
  std::vector<int> left;  // of each card: a copy that could not be played twice in its turn counts once
  for (const CardUse& u : record_.cards) left.push_back(u.unplayable[0] + u.unplayable[1]);
  if (!lua || std::all_of(left.begin(), left.end(), [](int n) { return n == 0; })) return;
  std::vector<Remark> remarks;
  lua->collect_remarks(&remarks);
  Game(game).rebuild(*lua, game.log().size());
  lua->collect_remarks(nullptr);
  std::map<std::pair<CardId, std::string>, std::int64_t> times;
  for (const auto& [move, why] : tools::obstacles(game.turn_start(), first_move_, remarks))
    if (const CardId card = game.turn_start().moves[move].card; left[card]-- > 0)
      ++times[{card, tools::obstacle_kind(why)}];
  clear_output(*scripts_);
  for (const auto& [what, n] : times)
    if (record_.obstacles.size() < kMostObstacles) record_.obstacles.push_back({what.first, what.second, n});
}

void Runner::count_turns(const Position& p) {
  record_.turns = p.turn - first_turn_;
  record_.moves = static_cast<int>(p.moves.size() - first_move_);
}

void Runner::finish(const Game& game) {
  const Position& p = game.turn_start();
  count_turns(p);
  record_.prisoners = p.prisoners;
  record_.course = course_of(game, first_move_);
  record_.ending = p.ending;
  record_.won_by = p.won_by;
  record_.counted = p.ending == Ending::passes || p.ending == Ending::exhausted;
  record_.outcome = GameResult::stopped;
  if (!p.over()) return;
  const std::optional<Seat> won = leader_of(rules_, p);
  record_.outcome = !won ? GameResult::draw : *won == Seat::black ? GameResult::black : GameResult::white;
  if (!record_.counted) return;
  const Score score = score_of(rules_, p);
  record_.margin = score.margin() + score.komi - rules_.rules.komi;
}

// The game is kept as far as it came.
void Runner::fail(const Game& game, const DriveResult& how) {
  const Position& p = game.turn_start();
  count_turns(p);
  record_.prisoners = p.prisoners;
  record_.outcome = GameResult::fault;
  if (how.why == Stopped::fault)
    record_.fault = to_text(to_diagnostic(game.fault()));
  else if (how.why == Stopped::player_failed)
    record_.fault = to_text({"", 0, 0, "player", how.text, Severity::error});
  else if (how.why == Stopped::step_limit)
    record_.fault = to_text({how.file, how.line, 0, "limit", how.text, Severity::error});
  else
    record_.fault = "a turn without a legal answer: " + how.text;
  record_.reproduction = saved_game(plan_.variant->id, game, plan_.settings,
                                    plan_.variant->title + ", a game that failed in turn " + std::to_string(p.turn));
}

}  // namespace gofuda::lab
