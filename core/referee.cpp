#include "core/referee.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/enumerator.hpp"

namespace gofuda {

// --- ordinary stones

PointSet closed_points(const Ruleset& rules, const Position& p) {
  PointSet out;
  for (const Opening& o : rules.openings)
    if (o.stones == p.board.stone_count(Colour::black) + p.board.stone_count(Colour::white)) out |= o.closed;
  return out;
}

bool has_stones_left(const Ruleset& rules, const Position& p, Seat seat) {
  return rules.rules.stones == 0 || p.set[static_cast<std::size_t>(index(seat))] < rules.rules.stones;
}

bool may_pass(const Ruleset& rules, const Position& p, Seat seat) {
  return std::none_of(p.lasting.begin(), p.lasting.end(), [&](const LastingEffect& e) {
    const Passing who = rules.cards[e.card.id].passing;
    if (who == Passing::both || !p.cards.holds(owner_of(e.seat), Zone::shown, e.card)) return false;
    return who == Passing::neither || (who == Passing::owner) != (e.seat == seat);
  });
}

namespace {

// Does a board that `mover` makes repeat one that the ko rule forbids? `before_last`: the board before the last move.
bool repeats(const Ruleset& rules, const Position& p, std::uint64_t hash, Seat mover,
             std::optional<std::uint64_t> before_last) {
  if (rules.rules.ko == KoRule::simple) return before_last == hash;
  return p.seen.contains(History::situation(rules.rules.ko, hash, mover));
}

}  // namespace

bool would_repeat(const Ruleset& rules, const Position& p, Point point, Seat seat) {
  if (!is_superko(rules.rules.ko)) return false;
  const Rules& r = rules_now(rules, p);
  const bool dies = r.suicide >= SuicideRule::multi_stone;
  return repeats(rules, p, p.board.hash_with(point, colour_of(seat), r.captures, dies), seat, std::nullopt);
}

bool is_legal_stone(const Ruleset& rules, const Position& p, Point point, Seat seat) {
  if (!p.bans.empty() && p.forbidden(seat).contains(point)) [[unlikely]]
    return false;
  const Rules& r = rules_now(rules, p);
  if (r.captures != CaptureOrder::none) {
    if (r.ko != KoRule::none && p.ko().forbids(point, seat)) return false;
    if (p.board.is_forbidden_suicide(point, colour_of(seat), r.suicide)) return false;
  }
  return !would_repeat(rules, p, point, seat);
}

PointSet legal_stones(const Ruleset& rules, const Position& p, Seat seat) {
  PointSet out;
  if (!has_stones_left(rules, p, seat)) return out;
  (p.board.points_of(Colour::empty) - closed_points(rules, p)).for_each([&](Point point) {
    if (is_legal_stone(rules, p, point, seat)) out.insert(point);
  });
  return out;
}

Verdict judge_stone(const Ruleset& rules, const Position& p, Point point, Seat seat) {
  const Rules& r = rules_now(rules, p);
  if (p.over()) return Verdict::no(Reason::game_over);
  if (!rules.grid.exists(point)) return Verdict::no(Reason::off_board);
  if (p.board.at(point) == Colour::off) return Verdict::no(Reason::off_board, PointSet::only(point));  // a wall
  const PointSet here = PointSet::only(point);
  if (p.board.at(point) != Colour::empty) return Verdict::no(Reason::occupied, here);
  if (closed_points(rules, p).contains(point)) return Verdict::no(Reason::opening, here);
  if (!has_stones_left(rules, p, seat)) return Verdict::no(Reason::no_stones, here);
  if (!p.bans.empty() && p.forbidden(seat).contains(point)) return Verdict::no(Reason::restricted, here);
  if (r.captures != CaptureOrder::none) {
    if (r.ko != KoRule::none && p.ko().forbids(point, seat)) return Verdict::no(Reason::ko, here);
    if (p.board.is_forbidden_suicide(point, colour_of(seat), r.suicide)) return Verdict::no(Reason::suicide, here);
  }
  return would_repeat(rules, p, point, seat) ? Verdict::no(Reason::superko, here) : Verdict::ok();
}

// --- plays of several stones

PointSet reachable_points(const Board& board, int stones) {
  return board.points_of(Colour::empty) | board.chains_short_of(stones);
}

std::optional<bool> shape_fits(const Ruleset& rules, const Position& p, Seat seat, CardId card,
                               const std::function<const PointSet&(int)>& reachable) {
  const std::vector<Orientation>& shape = shape_now(rules, p, card);
  const Rules& r = rules_now(rules, p);
  if (shape.empty() || r.stones > 0 || is_superko(r.ko) || !p.bans.empty()) return std::nullopt;
  const UnitRules how{r.suicide, r.captures, OnSuicide::refuse};
  const auto stones = static_cast<int>(shape.front().offsets.size());
  const bool single_judged = r.ko_cards == KoCards::all || (stones == 1 && r.ko_cards == KoCards::single);
  if (r.placement == PlacementRule::one_by_one) {
    const Point ko = r.ko == KoRule::simple && single_judged && p.ko_by != seat ? p.board.ko() : kNoPoint;
    if (fits_with_room(p.board, shape, ko)) return true;
    if (!find_placement_in_order(p.board, shape, colour_of(seat), how, reachable(stones), ko)) return false;
    // An order that fits the shape in another way, too, may be taken for that one.
    return two_coloured(shape) ? std::nullopt : std::optional(true);
  }
  if (r.ko_cards == KoCards::all || stones == 1) return std::nullopt;
  return fits_with_room(p.board, shape, kNoPoint) || find_placement(p.board, shape, colour_of(seat), how);
}

namespace {

// May the seat's play set all these stones?
Verdict judge_bans(const Position& p, Seat seat, const Unit& unit) {
  PointSet set;
  for (const Stone& s : unit.place) set.insert(s.point);
  set &= p.forbidden(seat);
  return set.empty() ? Verdict::ok() : Verdict::no(Reason::restricted, set);
}

// Do the ko rules judge the play? Its unit is looked at as a whole, in whatever order its stones land.
bool ko_judges(const Ruleset& rules, const Play& play, const Unit& unit) {
  if (rules.rules.ko == KoRule::none || play.may_repeat) return false;
  if (play.card == kNoCard || rules.rules.ko_cards == KoCards::all) return true;
  return rules.rules.ko_cards == KoCards::single && unit.is_single();
}

// Has a move been made on this board? Whatever rule of repetition the game has. What was undone never stood.
bool stood_before(const Position& p, std::uint64_t hash) {
  return std::any_of(p.moves.begin(), p.moves.end(), [&](const Move& m) {
    return !m.has(Move::kCancelled) && m.undoing == 0 && m.hash_before == hash;
  });
}

PointSet points_of(const Unit& unit) {
  PointSet points;
  for (const Stone& s : unit.place) points.insert(s.point);
  for (const Stone& s : unit.recolour) points.insert(s.point);
  for (const std::vector<Point>* list : {&unit.remove, &unit.wall, &unit.unwall})
    for (Point p : *list) points.insert(p);
  return points;
}

}  // namespace

Verdict Landing::land(Position& p, const Play& play, const Unit& unit, std::vector<PointEffect>& effects) {
  if (!p.bans.empty()) [[unlikely]]
    if (Verdict v = judge_bans(p, play.seat, unit); !v) return v;
  if (play.one_by_itself)
    if (Verdict v = judge_each(p, play, unit); !v) return v;
  if (rules_.rules.placement == PlacementRule::one_by_one && unit.place.size() > 1)
    return land_in_order(p, play, unit, effects);
  return land_together(p, play, unit, ko_judges(rules_, play, unit), effects);
}

// Does a glance tell that stones of the player, set one by one, cannot all be set? No stone of the unit comes off
// again.
bool Landing::surely_refused(const Position& p, const Play& play, const Unit& unit, bool judged) const {
  const Rules& r = rules_now(rules_, p);
  const bool usual = r.captures != CaptureOrder::none && r.suicide == SuicideRule::forbidden &&
                     play.on_suicide == OnSuicide::refuse && unit.remove.empty() && unit.recolour.empty() &&
                     !unit.has_walls();
  if (!usual) return false;
  const Colour c = colour_of(play.seat);
  const std::span<const Stone> stones = unit.place;
  for (const Stone& s : stones)
    if (s.colour != c) return false;
  for (std::size_t i = 0; i < stones.size(); ++i)
    if (!p.board.is_vacated(stones[i].point, c, stones.first(i))) return true;
  const Point first = stones.front().point;
  return p.board.is_suicide(first, c) || (judged && r.ko == KoRule::simple && p.ko().forbids(first, play.seat));
}

bool Landing::surely_refuses(const Position& p, const Play& play, std::span<const Point> in_order) {
  drawn_.place.clear();
  for (const Point point : in_order) {
    if (!rules_.grid.exists(point)) return true;
    drawn_.place.push_back({point, colour_of(play.seat)});
  }
  return drawn_.place.size() > 1 && surely_refused(p, play, drawn_, ko_judges(rules_, play, drawn_));
}

Verdict Landing::land_in_order(Position& p, const Play& play, const Unit& unit, std::vector<PointEffect>& effects) {
  const bool judged = ko_judges(rules_, play, unit);
  if (play.any_reason && surely_refused(p, play, unit, judged)) return Verdict::no(Reason::unplayable);
  const Board& before = keep(in_order_, p.board);
  const Seat ko_by = p.ko_by;
  const auto prisoners = p.prisoners, set = p.set;
  const std::size_t noted = effects.size();
  rest_ = unit;
  rest_.place.clear();
  Verdict v;
  if (!rest_.empty()) v = land_together(p, play, rest_, judged, effects);
  const bool remembered = judged && is_superko(rules_.rules.ko);
  std::size_t between = 0;
  for (const Stone& stone : unit.place) {
    if (!v) break;
    if (remembered && p.board.hash() != play.hash_before) {
      p.seen.push(History::situation(rules_.rules.ko, p.board.hash(), play.seat));
      ++between;
    }
    one_.clear();
    one_.place.push_back(stone);
    v = land_together(p, play, one_, judged, effects);
  }
  if (!v) {
    p.board = before;
    p.ko_by = ko_by;
    p.prisoners = prisoners;
    p.set = set;
    p.seen.pop(between);
    effects.resize(noted);
  } else if (!judged) {
    p.board.set_ko(kNoPoint);  // what its last stone took is no ko, either
  }
  return v;
}

std::optional<Verdict> Landing::foresee(const Position& p, const Play& play, const Unit& unit) const {
  const bool surely_lands = rules_now(rules_, p).captures == CaptureOrder::none && !play.no_repeat &&
                            !play.one_by_itself && !ko_judges(rules_, play, unit) && p.bans.empty() &&
                            p.board.fits(unit);
  if (!surely_lands) return std::nullopt;
  return judge_supply(p, unit);
}

const Board& Landing::keep(std::optional<Board>& memory, const Board& board) {
  if (memory)
    *memory = board;
  else
    memory.emplace(board);
  return *memory;
}

Verdict Landing::land_together(Position& p, const Play& play, const Unit& unit, bool judged,
                               std::vector<PointEffect>& effects) {
  const Ko ko = p.ko();
  if (ko.point != kNoPoint && ko.by == play.seat) p.board.set_ko(kNoPoint);  // its own ko does not bind it
  Verdict v = land_bound(p, play, unit, judged, effects);
  if (!v) p.set_ko(ko);
  return v;
}

// What has the colour already is left as it is.
void Landing::find_recoloured(const Board& board, const Unit& unit) {
  recoloured_.clear();
  if (unit.recolour.empty()) return;
  PointSet black = board.points_of(Colour::black);
  for (const Stone& s : unit.recolour) {
    if (black.contains(s.point) == (s.colour == Colour::black)) continue;
    recoloured_.push_back(s);
    s.colour == Colour::black ? black.insert(s.point) : black.erase(s.point);
  }
}

// By the ko of the other side alone, if there is one.
Verdict Landing::land_bound(Position& p, const Play& play, const Unit& unit, bool judged,
                            std::vector<PointEffect>& effects) {
  const Rules& r = rules_now(rules_, p);
  Board& board = p.board;
  const bool single = unit.is_single();
  if (judged && single && board.ko() != kNoPoint && unit.place[0].point == board.ko())
    return Verdict::no(Reason::ko, PointSet::only(board.ko()));
  if (Verdict v = judge_supply(p, unit); !v) return v;
  const bool whole = judged && !(single && r.ko == KoRule::simple);  // the whole board is compared
  if (whole || play.no_repeat) keep(kept_, board);
  const std::optional<std::uint64_t> before_last =
      whole && r.ko == KoRule::simple ? p.hash_before_last() : std::nullopt;
  const std::uint64_t before = r.ko == KoRule::natural ? board.hash() : 0;
  const std::size_t noted = effects.size();
  for (Point q : unit.remove) effects.push_back({q, removed(board.at(q))});
  for (Point q : unit.unwall) effects.push_back({q, Effect::unwalled});
  for (Point q : unit.wall) effects.push_back({q, Effect::walled});
  find_recoloured(board, unit);
  Verdict v = board.apply(unit, colour_of(play.seat), {r.suicide, r.captures, play.on_suicide}, result_);
  if (!v) {
    effects.resize(noted);
    return v;
  }
  const bool may_stay =
      play.card != kNoCard && board.hash() == play.hash_before;  // what changes nothing repeats nothing
  const bool known = play.no_repeat && !may_stay && stood_before(p, board.hash());
  if (known || (whole && !may_stay && repeats(rules_, p, board.hash(), play.seat, before_last))) {
    board = *kept_;
    effects.resize(noted);
    if (known || r.ko != KoRule::simple) return Verdict::no(Reason::superko, points_of(unit));
    return Verdict::no(Reason::ko, points_of(unit), "The board before the last move would come back.");
  }
  if (play.card != kNoCard && r.ko_cards == KoCards::none) board.set_ko(kNoPoint);
  // What a stone is taken from after a pass no play of the other side has made, who may take it back.
  if (r.ko == KoRule::natural && board.ko() != kNoPoint && !repeats(rules_, p, before, other(play.seat), std::nullopt))
    board.set_ko(kNoPoint);
  p.ko_by = play.seat;
  note(p, unit, effects);
  return v;
}

// Is each stone of the unit no suicide when it is set or recoloured alone? All that fail are named.
Verdict Landing::judge_each(const Position& p, const Play& play, const Unit& unit) {
  const Rules& r = rules_now(rules_, p);
  const UnitRules how{r.suicide, r.captures, play.on_suicide};
  PointSet dying;
  const auto try_alone = [&](const Stone& stone, std::vector<Stone> Unit::*list) {
    one_.clear();
    (one_.*list).push_back(stone);
    Board board = p.board;
    const Verdict v = board.apply(one_, colour_of(play.seat), how, result_);
    if (!v && v.reason == Reason::suicide) dying.insert(stone.point);
  };
  for (const Stone& stone : unit.recolour) try_alone(stone, &Unit::recolour);
  for (const Stone& stone : unit.place) try_alone(stone, &Unit::place);
  return dying.empty() ? Verdict::ok() : Verdict::no(Reason::suicide, dying);
}

// Has each side the stones that the unit sets? A handicap may have taken more than there are.
Verdict Landing::judge_supply(const Position& p, const Unit& unit) const {
  if (rules_.rules.stones == 0 || unit.place.empty()) return Verdict::ok();
  std::array<int, 2> more{};
  for (const Stone& s : unit.place) ++more[static_cast<std::size_t>(index(seat_of(s.colour)))];
  const auto lacks = [&](std::size_t i) {
    const int set = more[i] - unit.moved[i];
    return set > 0 && p.set[i] + set > rules_.rules.stones;
  };
  if (!lacks(0) && !lacks(1)) return Verdict::ok();
  PointSet points;
  for (const Stone& s : unit.place) points.insert(s.point);
  return Verdict::no(Reason::no_stones, points);
}

void Landing::note(Position& p, const Unit& unit, std::vector<PointEffect>& effects) const {
  for (std::size_t i : {0, 1}) p.set[i] -= unit.moved[i];
  auto stays = [&](Point q) { return !result_.skipped.contains(q); };
  for (const Stone& s : recoloured_)
    if (stays(s.point)) effects.push_back({s.point, recoloured(s.colour)});
  for (const Stone& s : unit.place)
    if (stays(s.point)) {
      effects.push_back({s.point, placed(s.colour)});
      ++p.set[static_cast<std::size_t>(index(seat_of(s.colour)))];
    }
  for (Colour c : {Colour::black, Colour::white}) {
    const PointSet& taken = result_.captured[static_cast<std::size_t>(index(c))];
    if (taken.empty()) continue;
    const std::size_t before = effects.size();
    taken.for_each([&](Point q) { effects.push_back({q, captured(c)}); });
    p.prisoners[static_cast<std::size_t>(index(seat_of(opposite(c))))] += static_cast<int>(effects.size() - before);
  }
}

// --- the course of moves

bool remembers(const Ruleset& rules, std::uint16_t flags) {
  constexpr unsigned kNoPlay = Move::kPass | Move::kSkip | Move::kUnplayable;
  switch (rules.rules.ko) {
    case KoRule::positional:
      return flags & Move::kChanged;
    case KoRule::situational:
      return true;
    case KoRule::natural:
      return !(flags & kNoPlay);
    case KoRule::none:
    case KoRule::simple:
      break;
  }
  return false;
}

namespace {

void take_back(Position& p, const PointEffect& change, std::vector<PointEffect>& inverse) {
  const Point point = change.point;
  const Colour c = index_colour(change.effect);
  switch (change.effect) {
    case Effect::placed_black:
    case Effect::placed_white:
      p.board.set(point, Colour::empty);
      inverse.push_back({point, removed(c)});
      break;
    case Effect::recoloured_black:
    case Effect::recoloured_white:
      p.board.set(point, opposite(c));
      inverse.push_back({point, recoloured(opposite(c))});
      break;
    case Effect::walled:
      p.board.lift_wall(point);
      inverse.push_back({point, Effect::unwalled});
      break;
    case Effect::unwalled:
      p.board.set_wall(point);
      inverse.push_back({point, Effect::walled});
      break;
    case Effect::captured_black:
    case Effect::captured_white:
    case Effect::removed_black:
    case Effect::removed_white:
      p.board.set(point, c);
      inverse.push_back({point, placed(c)});
  }
}

// What a move has undone.
std::span<const Undoing> undone_by(const Position& p, std::size_t move) {
  const auto is_before = [](const Undoing& u, std::size_t by) { return u.by < by; };
  const auto first = std::lower_bound(p.undoings.begin(), p.undoings.end(), move, is_before);
  const auto last = std::lower_bound(first, p.undoings.end(), move + 1, is_before);
  return {first, last};
}

// What a move had undone stands again, what that had undone does not, and so on. Superko forgets the boards on which
// there was what is undone: those from the move on until the one with number `end`. What it costs, as take_back().
std::uint64_t mark_undone(const Ruleset& rules, Position& p, std::uint32_t undone, std::uint32_t last) {
  struct Mark {
    std::uint32_t move, end;
    bool stands;
  };
  std::uint64_t work = 0;
  for (std::vector<Mark> left{{undone, last, false}}; !left.empty();) {
    const auto [move, end, stands] = left.back();
    left.pop_back();
    Move& m = p.moves[move];
    m.flags = static_cast<std::uint16_t>(stands ? m.flags & ~Move::kCancelled : m.flags | Move::kCancelled);
    if (stands)
      p.seen.recall(move);
    else if (m.count > 0)
      p.seen.forget(move, m.remembered, end);
    else if (remembers(rules, m.flags))
      p.seen.forget(move, m.remembered, m.remembered + 1);
    const std::span<const Undoing> others = undone_by(p, move);
    for (std::size_t i = others.size(); i-- > 0;) left.push_back({others[i].move, m.remembered, !stands});
    work += 4 + p.seen.size();
  }
  return work;
}

std::size_t first_of_group(const Position& p, std::size_t move) {
  while (move > 0 && p.same_group(static_cast<int>(move) - 1, static_cast<int>(move))) --move;
  return move;
}

}  // namespace

std::size_t last_of_group(const Position& p, std::size_t move) {
  while (move + 1 < p.moves.size() && p.same_group(static_cast<int>(move), static_cast<int>(move) + 1)) ++move;
  return move;
}

std::uint64_t take_back(const Ruleset& rules, Position& p, std::size_t move, Undone out) {
  std::uint64_t work = p.moves.size();
  const std::size_t first = first_of_group(p, move);
  std::optional<std::size_t> earliest;
  std::vector<bool> back(p.moves.size());
  for (std::size_t i = last_of_group(p, move) + 1; i-- > first;) {
    if (p.moves[i].has(Move::kCancelled)) continue;
    back[i] = true;
    work += mark_undone(rules, p, static_cast<std::uint32_t>(i), p.seen.next()) + p.changes.size();
    if (!earliest || p.began(i) < p.began(*earliest)) earliest = i;
    out.moves.push_back(static_cast<std::uint32_t>(i));
    for (std::size_t t = p.changes.size(); t-- > 0;)
      if (p.changes[t].move == i) out.tallied.push_back(p.apply(p.changes[t].taken_back()));
  }
  const std::vector<DatedEffect> changes = p.in_order(p.began(first));
  for (std::size_t i = changes.size(); i-- > 0;)
    if (back[changes[i].move]) take_back(p, changes[i], out.effects);
  const Move& m = p.moves[earliest.value_or(move)];
  p.prisoners = m.prisoners_before;
  p.set = m.set_before;
  p.set_ko(m.ko_before());
  return work;
}

bool can_take_back(const Position& p, int move) {
  if (move < 0 || std::cmp_greater_equal(move, p.moves.size())) return false;
  const auto at = static_cast<std::size_t>(move);
  if (p.moves[at].has(Move::kCancelled)) return false;
  const std::size_t first = first_of_group(p, at), last = last_of_group(p, at), began = p.began(first);
  // Was all that it did done after the first of these moves was begun, or after the last?
  const auto is_later = [&](std::size_t i) { return i < first ? i >= began : p.began(i) > last; };
  for (std::size_t i = began; i < p.moves.size(); ++i) {
    const Move& m = p.moves[i];
    if ((i >= first && i <= last) || (!m.has(Move::kChanged) && m.count == 0)) continue;
    if (!is_later(i)) return false;
    if (m.has(Move::kCancelled)) continue;
    if (m.undoing != m.count) return false;
    for (const Undoing& u : undone_by(p, i))  // what was undone, too
      if (!is_later(u.move)) return false;
  }
  return true;
}

void lift_ko(Position& p, std::size_t first, Seat seat) {
  if (p.board.ko() == kNoPoint || p.ko_by == seat) return;
  bool played = false;
  for (std::size_t i = first; i < p.moves.size(); ++i) {
    if (p.moves[i].has(Move::kCancelled)) return;
    played |= !p.moves[i].has(Move::kTriggered) && (p.moves[i].card != kNoCard || !p.moves[i].has(Move::kSkip));
  }
  if (played) p.board.set_ko(kNoPoint);
}

}  // namespace gofuda
