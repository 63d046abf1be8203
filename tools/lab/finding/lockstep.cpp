#include "tools/lab/finding/lockstep.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/drive.hpp"
#include "core/halt.hpp"
#include "core/random_player.hpp"
#include "core/referee.hpp"
#include "core/result.hpp"
#include "scripting/scripts.hpp"

namespace gofuda::lab {

namespace {

constexpr std::uint64_t kTries = 0x747269657331ull;  // the stream of the answers that are only tried
constexpr std::uint64_t kDrawsATurn = 256;
constexpr int kAnswersTried = 16;

std::string fault_text(const Fault& f) { return f.message.empty() ? "" : to_text(to_diagnostic(f)); }

// An answer to the question, drawn at random; of stones half of the time one that would be refused, if there are any.
bool draw_answer(const Ruleset& rules, const Position& p, const Question& q, Random& random, Answer& out) {
  if (by_chance(q.kind)) return false;
  if (q.kind == QuestionKind::stone && random.below(2) == 0) {
    const PointSet refused = q.from - legal_stones(rules, p, q.seat);
    if (const int n = refused.count(); n > 0) {
      PointSet left = refused;
      for (int skip = static_cast<int>(random.below(static_cast<std::uint32_t>(n))); skip > 0; --skip)
        left.erase(left.first());
      out.make_stone(left.first());
      return true;
    }
  }
  if (q.kind == QuestionKind::points && q.least < q.most) {  // of few points there are few sets, but they may matter
    const int most = std::min(q.most, q.from.count());
    if (most < q.least) return false;
    const int n = q.least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - q.least + 1)));
    std::vector<Point>& points = out.make_points();
    draw_points(q.from, n, random).for_each([&](Point drawn) { points.push_back(drawn); });
    return true;
  }
  const std::uint64_t count = answer_count(q);
  if (count == 0) return false;
  nth_answer(q, random.next() % count, out);
  return true;
}

Meeting meeting_at(std::size_t other, std::size_t turn, Parting parting, CardId card, std::size_t answers,
                   std::optional<Given> tried, std::string fault) {
  Meeting m;
  m.other = other, m.turn = turn, m.parting = parting, m.card = card;
  m.answers = answers, m.tried = std::move(tried), m.fault = std::move(fault);
  return m;
}

Played ended_so(const Ruleset& rules, const Game& game, const DriveResult& how) {
  const Position& p = game.turn_start();
  Played out{GameResult::fault, p.turn - 1, p.prisoners};
  if (how.why == Stopped::turn_limit) out.outcome = GameResult::stopped;
  if (how.why != Stopped::over) return out;
  const auto won = leader_of(rules, p);
  out.outcome = !won ? GameResult::draw : *won == Seat::black ? GameResult::black : GameResult::white;
  return out;
}

}  // namespace

std::string begins_otherwise(const Reading& a, const Reading& b) {
  const Ruleset &x = *a.variant->ruleset, &y = *b.variant->ruleset;
  if (x.grid.points() != y.grid.points())
    return "their boards are not the same: " + size_text(x.grid) + " and " + size_text(y.grid);
  if (!std::ranges::equal(x.cards, y.cards, {}, &CardInfo::id, &CardInfo::id) || x.decks != y.decks)
    return "their decks are not the same: " + a.variant->deck_id + " and " + b.variant->deck_id;
  const Setup setup{{1, 0}, {}, {}};
  const Position p = first_position(x, setup), q = first_position(y, setup);
  const auto what = visible_difference(x, p, y, q);
  if (!what) return "";
  return *what == Parting::board   ? "the stones that a game begins with are not the same"
         : *what == Parting::cards ? "the cards that are dealt are not the same"
                                   : "another side begins";
}

Lockstep::Lockstep(const Match& match)
    : match_(match),
      rules_(*match.a.variant->ruleset),
      scripts_(make_scripts(match.a.variant)),
      own_(make_scripts(match.a.variant)),
      others_(match.others.size()) {
  Diagnostics out;
  for (std::size_t s = 0; s < 2; ++s) {
    players_[s] = tools::make_player(match.players[s], *match.a.variant, out);
    if (!players_[s]) throw std::runtime_error(out.list().empty() ? "no such player" : out.list()[0].message);
  }
  for (std::size_t i = 0; i < others_.size(); ++i) others_[i].scripts = make_scripts(match.others[i].variant);
}

std::optional<SteppedGame> Lockstep::play(std::uint64_t number) {
  SteppedGame out;
  out.number = number;
  const ChanceKey key{match_.seed, number};
  for (const Seat s : {Seat::black, Seat::white}) players_[slot(s)]->begin(key, s);
  Setup setup;
  setup.key = key;
  Game game(match_.a.variant->ruleset, setup);
  before_ = game.turn_start();
  answers_.clear();
  for (std::size_t i = 0; i < others_.size(); ++i)
    others_[i].position = first_position(*match_.others[i].variant->ruleset, setup), others_[i].met.clear();
  DriveLimits limits;
  limits.last_turn = match_.most_turns;
  limits.turn_done = [&](const Game& g) { step(g, out); };
  const DriveResult how = drive(game, *scripts_, {players_[0].get(), players_[1].get()}, limits);
  if (how.why == Stopped::interrupted) return std::nullopt;
  out.played = ended_so(rules_, game, how);
  const auto answers = std::make_shared<const TurnAnswers>(std::move(answers_));
  for (Meeting& m : out.meetings) m.game = answers;
  if (match_.play_on && !play_on(out)) return std::nullopt;
  return out;
}

Lockstep::Carried Lockstep::carry(std::vector<Given> given, const ChanceKey& key) {
  Carried out{std::move(given), {}, *before_};
  out.recited = recite(rules_, *own_, key, out.position, out.given);
  return out;
}

// Another answer, drawn at random, to what is asked after those given. False: there is none.
bool Lockstep::add_answer(const Ruleset& rules, Scripts& scripts, const ChanceKey& key, Position start,
                          std::vector<Given>& given, Random& random) {
  const Recited asked = recite(rules, scripts, key, start, given);
  Answer answer;
  if (asked.status != Status::asks || !draw_answer(rules, start, asked.last, random, answer)) return false;
  Log log;
  log.push_answer(asked.last, answer);
  given.push_back(answers_of(log, 0, 1)[0]);
  return true;
}

// The turn that was just played, under every reading that has not parted yet.
void Lockstep::step(const Game& game, SteppedGame& out) {
  const std::size_t number = game.turn_marks().size() - 2;
  answers_.push_back(answers_of(game.log(), game.turn_marks()[number], game.turn_mark()));
  Turn turn{number, game.setup().key, carry(answers_.back(), game.setup().key), std::nullopt};
  const Recited& r = turn.played.recited;
  const bool sound = r.status == Status::done && r.used == turn.played.given.size() &&
                     !visible_difference(rules_, turn.played.position, rules_, game.turn_start());
  if (!sound) ++out.left_out;
  if (sound && !turn.played.given.empty()) {
    Random random(turn.key.seed ^ kTries, turn.key.game, kDrawsATurn * turn.number);
    std::vector<Given> given = turn.played.given;
    given.resize(random.below(static_cast<std::uint32_t>(given.size())));
    if (add_answer(rules_, *own_, turn.key, *before_, given, random)) turn.tried = carry(std::move(given), turn.key);
  }
  for (std::size_t i = 0; i < others_.size(); ++i) {
    if (!others_[i].position) continue;
    if (!sound) {
      others_[i].position = game.turn_start();
    } else if (auto met = compare(i, turn)) {
      meet(std::move(*met), game, out);
    }
  }
  before_ = game.turn_start();
}

void Lockstep::meet(Meeting meeting, const Game& game, SteppedGame& out) {
  Other& other = others_[meeting.other];
  meeting.first = other.met.empty();
  if (match_.go_on)
    other.position = game.turn_start();
  else
    other.position.reset();
  if (other.met.emplace(meeting.parting, meeting.card).second) out.meetings.push_back(std::move(meeting));
}

std::optional<Meeting> Lockstep::compare(std::size_t i, const Turn& turn) {
  Other& other = others_[i];
  const Ruleset& rules = *match_.others[i].variant->ruleset;
  const Position start = *other.position;
  const Recited by_b = recite(rules, *other.scripts, turn.key, *other.position, turn.played.given);
  const Recited& by_a = turn.played.recited;
  if (const auto what = difference(rules_, by_a, turn.played.position, rules, by_b, *other.position))
    return meeting_at(i, turn.number, *what, by_b.in_play == kNoCard ? by_a.in_play : by_b.in_play,
                      turn.played.given.size(), std::nullopt, fault_text(by_b.fault));
  if (turn.tried) {
    Position in_b = start;
    const Recited tried = recite(rules, *other.scripts, turn.key, in_b, turn.tried->given);
    if (const auto what = difference(rules_, turn.tried->recited, turn.tried->position, rules, tried, in_b))
      return meeting_at(i, turn.number, *what, tried.in_play, turn.tried->given.size() - 1, turn.tried->given.back(),
                        fault_text(tried.fault));
  }
  const auto question = other_answers(by_a, by_b);
  return question ? try_answers(i, turn, *question, start) : std::nullopt;
}

// Where the other reading allows other answers: some of these.
std::optional<Meeting> Lockstep::try_answers(std::size_t i, const Turn& turn, std::size_t question,
                                             const Position& start) {
  Scripts& scripts = *others_[i].scripts;
  const Ruleset& rules = *match_.others[i].variant->ruleset;
  const auto first = turn.played.given.begin();
  Random random(turn.key.seed ^ kTries, turn.key.game, kDrawsATurn * turn.number + kDrawsATurn / 2);
  for (int n = 0; n < kAnswersTried; ++n) {
    std::vector<Given> given(first, first + static_cast<std::ptrdiff_t>(question));
    if (!add_answer(rules, scripts, turn.key, start, given, random)) return std::nullopt;
    const Carried by_a = carry(std::move(given), turn.key);
    Position in_b = start;
    const Recited by_b = recite(rules, scripts, turn.key, in_b, by_a.given);
    if (const auto what = difference(rules_, by_a.recited, by_a.position, rules, by_b, in_b))
      return meeting_at(i, turn.number, *what, by_b.in_play, by_a.given.size() - 1, by_a.given.back(),
                        fault_text(by_b.fault));
  }
  return std::nullopt;
}

const GameRecord* Lockstep::play_other(std::size_t i, std::uint64_t number) {
  std::unique_ptr<Runner>& runner = others_[i].runner;
  if (!runner) {
    Plan plan;
    plan.variant = match_.others[i].variant;
    plan.settings = match_.others[i].settings;
    plan.players = match_.players;
    plan.seed = match_.seed;
    plan.most_turns = match_.most_turns;
    runner = std::make_unique<Runner>(plan);
  }
  return runner->play(number);
}

// False when the program is to stop. Players that look ahead see the other rules before these matter, so that their
// games are the same only where nothing is known to the contrary.
bool Lockstep::play_on(SteppedGame& out) {
  const bool at_once = players_[0]->at_once() && players_[1]->at_once();
  std::vector<bool> met(others_.size());
  for (const Meeting& m : out.meetings) met[m.other] = true;
  out.others.assign(others_.size(), out.played);
  for (std::size_t i = 0; i < others_.size(); ++i) {
    if (!met[i] && !at_once) continue;
    const GameRecord* record = play_other(i, out.number);
    if (!record) return false;
    out.others[i] = {record->outcome, record->turns, record->prisoners};
    if (!met[i] && out.others[i] != out.played && !look_back(i, out)) return false;
  }
  return !halted();
}

// The game has gone otherwise, and no turn of it says why: a turn of the other game does, in which the players have
// done what they were first refused here. False when the program is to stop.
bool Lockstep::look_back(std::size_t i, SteppedGame& out) {
  Other& other = others_[i];
  if (!other.back) {
    other.exchanged = std::make_unique<Match>(match_);
    other.exchanged->a = match_.others[i];
    other.exchanged->others = {match_.a};
    other.exchanged->go_on = other.exchanged->play_on = false;
    other.back = std::make_unique<Lockstep>(*other.exchanged);
  }
  auto seen = other.back->play(out.number);
  if (!seen) return false;
  for (Meeting& m : seen->meetings) {
    m.other = i;
    m.parting = m.parting == Parting::refused_a   ? Parting::refused_b
                : m.parting == Parting::refused_b ? Parting::refused_a
                                                  : m.parting;
    out.meetings.push_back(std::move(m));
  }
  return true;
}

}  // namespace gofuda::lab
