#include "core/endings.hpp"

#include <algorithm>
#include <bit>

#include "core/life.hpp"
#include "core/referee.hpp"

namespace gofuda {

namespace {

struct Met {
  std::uint32_t conditions = 0;
  PointSet stones;
};

constexpr std::size_t kFew = 16;  // points through which patterns are looked for sooner than on the whole board

// The points that the moves from number `first` on gave a stone: nothing else can complete a pattern. Nothing where
// that is not known or they are many: a game may start with a pattern that counts once something but a lone stone is
// played.
std::optional<std::span<const PointEffect>> few_changes(const Position& p, std::size_t first) {
  const std::size_t from = p.moves[first].first;
  if (p.effects.size() - from > kFew) return std::nullopt;
  for (std::size_t i = first; i-- > 0;)
    if (p.moves[i].card != kNoCard && p.moves[i].has(Move::kChanged)) return std::span(p.effects).subspan(from);
  return std::nullopt;
}

// `stone`: the only thing that has changed on the board, or kNoPoint.
Met met_by(const Ruleset& rules, const Board& board, Seat seat, Point stone,
           const std::optional<std::span<const PointEffect>>& changes, const ScriptedWin& scripted) {
  Met out;
  const Colour c = colour_of(seat);
  if (stone != kNoPoint) {  // alone, it fulfils nothing for the other side
    if (board.at(stone) == c) out.conditions = rules.wins.met_through(board, stone, c);
  } else if (changes) {
    for (const PointEffect& e : *changes)
      if (board.at(e.point) == c) out.conditions |= rules.wins.met_through(board, e.point, c);
  } else {
    out.conditions = rules.wins.met(board, c);
  }
  if (out.conditions) out.stones = rules.wins.stones(board, c, out.conditions);
  for (std::uint32_t left = rules.wins.scripted_conditions(); left; left &= left - 1) {
    const int condition = std::countr_zero(left);
    PointSet stones;
    if (!scripted(condition, seat, stones)) continue;
    out.conditions |= std::uint32_t{1} << condition;
    out.stones |= stones;
  }
  return out;
}

std::optional<Finish> win_after(const Ruleset& rules, const Position& p, Seat mover, Point stone, std::size_t first,
                                const ScriptedWin& scripted) {
  if (stone != kNoPoint && !rules.wins.scripted()) {  // the usual case, quickly
    const Colour c = p.board.at(stone);
    if (c == Colour::empty || !rules.wins.met_through(p.board, stone, c)) return std::nullopt;
  }
  const auto changes = stone == kNoPoint ? few_changes(p, first) : std::nullopt;
  const Met own = met_by(rules, p.board, mover, stone, changes, scripted);
  const Met theirs = met_by(rules, p.board, other(mover), stone, changes, scripted);
  if (!own.conditions && !theirs.conditions) return std::nullopt;
  Finish out = p.finish();
  const bool both = own.conditions && theirs.conditions;
  if (both && rules.rules.both_win == BothWin::draw) {
    out.ending = Ending::draw;
    out.won_by = own.conditions | theirs.conditions;
    out.winning = own.stones | theirs.stones;
    return out;
  }
  const bool mover_wins = both ? rules.rules.both_win == BothWin::mover : own.conditions != 0;
  out.ending = Ending::win;
  out.winner = static_cast<std::uint8_t>(mover_wins ? mover : other(mover));
  out.won_by = (mover_wins ? own : theirs).conditions;
  out.winning = (mover_wins ? own : theirs).stones;
  return out;
}

}  // namespace

Finish exhausted(const Ruleset& rules, Finish so_far) {
  so_far.ending = rules.rules.exhausted == Exhausted::draw ? Ending::draw : Ending::exhausted;
  return so_far;
}

std::optional<Finish> ending_after_move(const Ruleset& rules, const Position& p, Seat mover, std::size_t first,
                                        Point stone, const ScriptedWin& scripted) {
  if (!rules.wins.empty() && (p.changed_since(first) || p.tallied_since(first))) {
    const bool alone = stone != kNoPoint && p.moves.size() == first + 1 && p.moves[first].count == 1;
    if (auto won = win_after(rules, p, mover, alone ? stone : kNoPoint, first, scripted)) return won;
  }
  const bool full = rules_now(rules, p).captures == CaptureOrder::none && p.board.empty_count() == 0;
  const bool all_set = !has_stones_left(rules, p, Seat::black) && !has_stones_left(rules, p, Seat::white);
  if (!full && !all_set) return std::nullopt;
  return exhausted(rules, p.finish());
}

void count_unchanged_turn(const Ruleset& rules, Position& p, std::size_t first) {
  p.unchanged_turns = p.changed_since(first) ? 0 : static_cast<std::uint16_t>(p.unchanged_turns + 1);
  if (p.unchanged_turns < kMostUnchangedTurns || p.over()) return;
  p.marking = false;
  static_cast<Finish&>(p) = exhausted(rules, p.finish());
}

namespace {

// The first move since which no card has been played, drawn or laid back: before it the game was another, whatever the
// board was. What was drawn or laid back after the last move of a turn is taken for the next turn's.
std::size_t since_cards_moved(const Position& p) {
  const auto with_card =
      std::find_if(p.moves.rbegin(), p.moves.rend(), [](const Move& m) { return m.card != kNoCard; });
  auto since = static_cast<std::size_t>(p.moves.rend() - with_card);
  for (const CardEvent& e : p.card_events) since = std::max<std::size_t>(since, e.first + 1);
  return since;
}

}  // namespace

void end_by_repetition(const Ruleset& rules, Position& p, std::size_t first, Seat next) {
  if (rules.rules.repetition == Repetition::allowed || p.over() || !p.changed_since(first)) return;
  const std::uint64_t hash = p.board.hash();
  for (std::size_t i = since_cards_moved(p); i <= first; ++i) {
    const bool begins_turn = i == 0 || p.moves[i - 1].turn != p.moves[i].turn;
    if (!begins_turn || p.moves[i].seat != next || p.moves[i].hash_before != hash) continue;
    p.ending = Ending::no_result;
    return;
  }
}

std::uint8_t passes_with(const Position& p, Seat seat) {
  auto last = std::find_if(p.moves.rbegin(), p.moves.rend(),
                           [](const Move& m) { return !(m.flags & (Move::kDeclared | Move::kTriggered)); });
  const bool own = p.passes > 0 && last != p.moves.rend() && last->seat == seat;
  return own ? p.passes : static_cast<std::uint8_t>(p.passes + 1);
}

void count_pass(const Ruleset& rules, Position& p, std::uint8_t passes) {
  const Move& m = p.moves.back();
  if (m.flags & (Move::kDeclared | Move::kTriggered)) return;
  const bool takes_button =
      rules.rules.button == Button::half_point && m.has(Move::kPass) && p.first_pass() == p.moves.size() - 1;
  const bool counts = (m.has(Move::kPass) && !takes_button) ||
                      (m.has(Move::kSkip) && rules.rules.forced_passes == ForcedPasses::counted);
  p.marking = false;  // a move after the last pass: play goes on
  p.passes = counts ? passes : 0;
  if (p.passes == 0 || rules.rules.passes_to_end == 0 || p.passes < rules.rules.passes_to_end) return;
  p.marking = rules.rules.dead_stones == DeadStones::agreed;
  if (p.marking) return;
  p.ending = Ending::passes;
  if (rules.rules.dead_stones == DeadStones::unconditional)
    p.dead = unconditionally_dead(p.board, rules.grid, rules.rules);
}

void settle_dead(Position& p, const PointSet& first, const PointSet& second) {
  p.marking = false;
  p.passes = 0;
  p.dead = first;
  if (first == second)
    p.ending = Ending::passes;
  else
    p.dead.clear();
}

}  // namespace gofuda
