#include "scripting/api_objects.hpp"

#include <lauxlib.h>

#include <cstring>

namespace gofuda::api {

namespace {

// --- Points

int points_union(lua_State* L) {
  PointSet a = points_at(L, 1).set, b = points_at(L, 2).set;
  return push_points(L).set = a | b, 1;
}
int points_minus(lua_State* L) {
  PointSet a = points_at(L, 1).set, b = points_at(L, 2).set;
  return push_points(L).set = a - b, 1;
}
int points_and(lua_State* L) {
  PointSet a = points_at(L, 1).set, b = points_at(L, 2).set;
  return push_points(L).set = a & b, 1;
}
int points_count(lua_State* L) { return lua_pushinteger(L, points_at(L, 1).set.count()), 1; }
int points_equal(lua_State* L) { return lua_pushboolean(L, points_at(L, 1).set == points_at(L, 2).set), 1; }
int points_text(lua_State* L) { return lua_pushstring(L, to_string(points_at(L, 1).set).c_str()), 1; }
int points_empty(lua_State* L) { return lua_pushboolean(L, points_at(L, 1).set.empty()), 1; }
int points_contains(lua_State* L) {
  PointSet a = points_at(L, 1).set;
  return lua_pushboolean(L, a.contains_all(points_at(L, 2).set)), 1;
}
int points_touches(lua_State* L) {
  PointSet a = points_at(L, 1).set;
  return lua_pushboolean(L, a.intersects(points_at(L, 2).set)), 1;
}
int points_shifted(lua_State* L) {
  PointSet from = points_at(L, 1).set;
  long columns = count_at(L, 2, -kMaxSide, kMaxSide), rows = count_at(L, 3, -kMaxSide, kMaxSide);
  const Grid& grid = run_of(L).rules().grid;
  LuaState::charge(L, static_cast<std::uint64_t>(from.count()));
  LuaPoints& out = push_points(L);
  from.for_each([&](Point p) {
    long c = column_of(p) + columns, r = row_of(p) + rows;
    if (c < 0 || r < 0 || c >= grid.width() || r >= grid.height()) return;
    if (Point q = point_at(static_cast<int>(c), static_cast<int>(r)); grid.exists(q)) out.set.insert(q);
  });
  return 1;
}
template <int (*of)(Point)>
int points_place(lua_State* L) {  // of the first point, counted from 1
  Point p = points_at(L, 1).set.first();
  if (p == kNoPoint) LuaState::raise(L, "argument", "an empty set of points stands in no column or row");
  lua_pushinteger(L, of(p) + 1);
  return 1;
}
int points_column(lua_State* L) { return points_place<column_of>(L); }
int points_row(lua_State* L) { return points_place<row_of>(L); }
int points_where(lua_State* L) {
  PointSet left = points_at(L, 1).set;
  if (!lua_isfunction(L, 2)) LuaState::raise(L, "argument", "where takes a function(point)");
  PointSet found;
  left.for_each([&](Point p) {
    lua_pushvalue(L, 2);
    push_points(L).set.insert(p);
    lua_call(L, 1, 1);
    if (lua_toboolean(L, -1)) found.insert(p);
    lua_pop(L, 1);
  });
  return push_points(L).set = found, 1;
}
int points_first(lua_State* L) {
  Point p = points_at(L, 1).set.first();
  LuaPoints& out = push_points(L);
  if (p != kNoPoint) out.set.insert(p);
  return 1;
}
int each_next(lua_State* L) {  // upvalue: what is left
  LuaPoints& rest = *static_cast<LuaPoints*>(lua_touserdata(L, lua_upvalueindex(1)));
  Point p = rest.set.first();
  if (p == kNoPoint) return lua_pushnil(L), 1;
  rest.set.erase(p);
  push_points(L).set.insert(p);
  return 1;
}
int points_each(lua_State* L) {
  PointSet all = points_at(L, 1).set;
  push_points(L).set = all;
  lua_pushcclosure(L, each_next, 1);
  return 1;
}

// --- Card

const CardInfo& info_at(lua_State* L, int i) { return run_of(L).rules().cards[card_at(L, i)]; }
int card_id(lua_State* L) { return lua_pushstring(L, info_at(L, 1).id.c_str()), 1; }
int card_name(lua_State* L) { return lua_pushstring(L, info_at(L, 1).name.c_str()), 1; }
int card_kind(lua_State* L) { return lua_pushstring(L, info_at(L, 1).kind.c_str()), 1; }
int card_option(lua_State* L) { return check(L, 1, kCard), lua_getiuservalue(L, 1, 1), 1; }
int card_equal(lua_State* L) { return lua_pushboolean(L, card_at(L, 1) == card_at(L, 2)), 1; }
int card_text(lua_State* L) {
  Run* run = LuaScripts::from(L).run();
  return lua_pushstring(L, run ? run->rules().cards[card_at(L, 1)].id.c_str() : "card"), 1;
}

// --- Move

struct Found {
  const Position& position;
  const gofuda::Move& move;
};
Found move_at(lua_State* L, int i) {
  int index = static_cast<LuaMove*>(check(L, i, kMove))->index;
  const Position& pos = run_of(L).position();
  if (index < 0 || static_cast<std::size_t>(index) >= pos.moves.size())
    LuaState::raise(L, "argument", "that move is no longer there");
  return {pos, pos.moves[index]};
}
using EffectOf = Effect (*)(Colour);
template <EffectOf effect>
int move_points(lua_State* L) {  // of one side, or of both
  auto [pos, move] = move_at(L, 1);
  bool both = lua_isnoneornil(L, 2);
  PointSet set;
  for (Seat s : {Seat::black, Seat::white})
    if (both || seat_at(L, 2) == s) set |= pos.points_of(move, effect(colour_of(s)));
  push_points(L).set = set;
  return 1;
}
int move_standing(lua_State* L) {
  int index = static_cast<LuaMove*>(check(L, 1, kMove))->index;
  auto [pos, move] = move_at(L, 1);
  LuaState::charge(L, (pos.effects.size() - move.first) / 8);
  PointSet set = pos.standing(static_cast<std::size_t>(index));
  if (!lua_isnoneornil(L, 2)) {
    Colour c = colour_of(seat_at(L, 2));
    set &= pos.points_of(move, placed(c)) | pos.points_of(move, recoloured(c));
  }
  push_points(L).set = set;
  return 1;
}
template <gofuda::Move::Flag f>
int move_flag(lua_State* L) {
  return lua_pushboolean(L, move_at(L, 1).move.has(f)), 1;
}
int move_skipped(lua_State* L) {
  auto flags = move_at(L, 1).move.flags;
  return lua_pushboolean(L, (flags & (gofuda::Move::kSkip | gofuda::Move::kPass | gofuda::Move::kUnplayable)) != 0), 1;
}
int move_changed(lua_State* L) {  // of its group, too: a group is one move to an answering card
  auto [pos, move] = move_at(L, 1);
  bool changed = move.has(gofuda::Move::kChanged);
  if (move.group != 0)
    for (const gofuda::Move& m : pos.moves)
      changed |= m.group == move.group && m.turn == move.turn && m.has(gofuda::Move::kChanged);
  return lua_pushboolean(L, changed), 1;
}
int move_card(lua_State* L) { return LuaScripts::from(L).push_card(move_at(L, 1).move.card), 1; }
int move_under(lua_State* L) { return LuaScripts::from(L).push_card(move_at(L, 1).move.under), 1; }
int move_seat(lua_State* L) { return LuaScripts::from(L).push_seat(move_at(L, 1).move.seat), 1; }
int move_turn(lua_State* L) { return lua_pushinteger(L, move_at(L, 1).move.turn), 1; }
int move_previous(lua_State* L) {
  int index = static_cast<LuaMove*>(check(L, 1, kMove))->index;
  auto [pos, move] = move_at(L, 1);
  int i = pos.last_move(move.seat, index);
  i < 0 ? lua_pushnil(L) : new_move(L, i);
  return 1;
}
int move_number(lua_State* L) {  // which of its side's moves of the turn: 1, 2, ...; a group counts once
  int index = static_cast<LuaMove*>(check(L, 1, kMove))->index;
  auto [pos, move] = move_at(L, 1);
  int n = 1;
  std::uint16_t group = move.group;
  for (int i = index - 1; i >= 0 && pos.moves[i].turn == move.turn; --i) {
    const gofuda::Move& m = pos.moves[i];
    if (m.seat != move.seat || m.flags & (gofuda::Move::kAnswer | gofuda::Move::kDeclared) ||
        (m.group != 0 && m.group == group))
      continue;
    ++n;
    group = m.group;
  }
  return lua_pushinteger(L, n), 1;
}
int move_equal(lua_State* L) {
  return lua_pushboolean(
             L, static_cast<LuaMove*>(check(L, 1, kMove))->index == static_cast<LuaMove*>(check(L, 2, kMove))->index),
         1;
}
int move_text(lua_State* L) {
  auto [pos, move] = move_at(L, 1);
  std::string s(seat_name(move.seat));
  s += " ";
  s +=
      move.card == kNoCard ? (move.has(gofuda::Move::kPass) ? "pass" : "stone") : run_of(L).rules().cards[move.card].id;
  return lua_pushstring(L, s.c_str()), 1;
}

// --- Pile

std::span<const CardId> pile_at(lua_State* L, int i) {
  auto& p = *static_cast<LuaPile*>(check(L, i, kPile));
  return run_of(L).position().cards.in(p.owner, p.zone);
}
int pile_count(lua_State* L) { return lua_pushinteger(L, static_cast<lua_Integer>(pile_at(L, 1).size())), 1; }
int pile_empty(lua_State* L) { return lua_pushboolean(L, pile_at(L, 1).empty()), 1; }
int pile_top(lua_State* L) {
  auto pile = pile_at(L, 1);
  if (static_cast<LuaPile*>(check(L, 1, kPile))->zone == Zone::deck)
    LuaState::raise(L, "hidden", "a deck lies face down; draw from it");
  return LuaScripts::from(L).push_card(pile.empty() ? kNoCard : pile.back()), 1;
}
int pile_holds(lua_State* L) {
  auto& p = *static_cast<LuaPile*>(check(L, 1, kPile));
  if (p.zone == Zone::deck) LuaState::raise(L, "hidden", "a deck lies face down; draw from it");
  return lua_pushboolean(L, run_of(L).position().cards.holds(p.owner, p.zone, card_at(L, 2))), 1;
}
int pile_next(lua_State* L) {  // upvalues: a list of the cards, how many were given
  lua_Integer n = lua_tointeger(L, lua_upvalueindex(2)) + 1;
  lua_pushinteger(L, n);
  lua_replace(L, lua_upvalueindex(2));
  return lua_rawgeti(L, lua_upvalueindex(1), n), 1;
}
int pile_each(lua_State* L) {
  if (static_cast<LuaPile*>(check(L, 1, kPile))->zone == Zone::deck)
    LuaState::raise(L, "hidden", "a deck lies face down; draw from it");
  auto pile = pile_at(L, 1);
  std::vector<CardId> cards(pile.begin(), pile.end());  // as it is now, whatever happens to it on the way
  LuaState::charge(L, cards.size());
  lua_createtable(L, static_cast<int>(cards.size()), 0);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    push_card_of(L, cards[i], static_cast<LuaPile*>(check(L, 1, kPile))->zone);
    lua_rawseti(L, -2, static_cast<lua_Integer>(i + 1));
  }
  lua_pushinteger(L, 0);
  return lua_pushcclosure(L, pile_next, 2), 1;
}
int pile_text(lua_State* L) { return lua_pushstring(L, "pile"), 1; }

using M = gofuda::Move;
constexpr ApiWord kWords[] = {
    {"Points", "contains(points)", "boolean", "Whether all of the other set's points are in this one.", points_contains,
     false},
    {"Points", "touches(points)", "boolean", "Whether the two sets share a point.", points_touches, false},
    {"Points", "each()", "fun(): Points?", "for p in points:each() do ... end, each p a set of one point.", points_each,
     false},
    {"Points", "where(fits)", "Points", "The points p for which fits(p) is true, each p a set of one point.",
     points_where, false},
    {"Points", "first()", "Points", "The first point, lowest row first, as a set of one; empty when there is none.",
     points_first, false},
    {"Points", "shifted(columns, rows)", "Points",
     "The points so many columns to the right and rows up from these, as far as the board has them.", points_shifted,
     false},
    {"Points", "column", "integer", "The column of the first point, from 1 at the left.", points_column, true},
    {"Points", "row", "integer", "The row of the first point, from 1 at the bottom.", points_row, true},
    {"Points", "empty", "boolean", "Whether there is no point.", points_empty, true},
    {"Points", "__len(points)", "integer", "#points: how many points.", points_count, false},
    {"Points", "__add(a, b)", "Points", "a + b: the points in either.", points_union, false},
    {"Points", "__sub(a, b)", "Points", "a - b: the points of a that are not in b.", points_minus, false},
    {"Points", "__mul(a, b)", "Points", "a * b: the points in both.", points_and, false},
    {"Points", "__eq(a, b)", "boolean", "", points_equal, false},
    {"Points", "__tostring(points)", "string", "", points_text, false},
    {"Card", "id", "string", "The name of the card's file, without .lua.", card_id, true},
    {"Card", "name", "string", "The card's name.", card_name, true},
    {"Card", "kind", "string", "\"shape\", \"action\" or what its file says.", card_kind, true},
    {"Card", "option", "table", "The house rules chosen: card.option.name. A card's traits are read as card.name.",
     card_option, true},
    {"Card", "__eq(a, b)", "boolean", "", card_equal, false},
    {"Card", "__tostring(card)", "string", "", card_text, false},
    {"Move", "card", "Card?", "The card played; nil for an ordinary stone or a pass.", move_card, true},
    {"Move", "under", "Card?", "The announced card that gave this move; nil otherwise.", move_under, true},
    {"Move", "seat", "Seat", "Who made it.", move_seat, true},
    {"Move", "turn", "integer", "The turn's number.", move_turn, true},
    {"Move", "placed(seat)", "Points", "Where it set stones of that side; without a seat, of both.",
     move_points<placed>, false},
    {"Move", "recoloured(seat)", "Points", "Where stones became that side's; without a seat, all that changed colour.",
     move_points<recoloured>, false},
    {"Move", "captured(seat)", "Points", "Where it captured stones of that side; without a seat, of both.",
     move_points<captured>, false},
    {"Move", "removed(seat)", "Points", "Where the card itself took stones of that side off; without a seat, of both.",
     move_points<removed>, false},
    {"Move", "standing(seat)", "Points",
     "Of the stones of that side that it set or turned, those that still stand; a stone set anew on such a point is "
     "another. Without a seat, of both.",
     move_standing, false},
    {"Move", "changed", "boolean", "Whether the board was different after it.", move_changed, true},
    {"Move", "skipped", "boolean", "A pass, a lost turn, a card laid aside, or a card that did nothing.", move_skipped,
     true},
    {"Move", "passed", "boolean", "A player's own pass.", move_flag<M::kPass>, true},
    {"Move", "unplayable", "boolean", "A card that could not take effect.", move_flag<M::kUnplayable>, true},
    {"Move", "undone", "boolean", "It was undone by an answering card.", move_flag<M::kCancelled>, true},
    {"Move", "is_answer", "boolean", "It was itself played to answer a move.", move_flag<M::kAnswer>, true},
    {"Move", "declared", "boolean", "It only names a card, which has not taken effect yet.", move_flag<M::kDeclared>,
     true},
    {"Move", "number", "integer",
     "Which of its side's moves of the turn it is: 1, 2, ...; a group of moves counts once.", move_number, true},
    {"Move", "previous", "Move?", "The same side's move before it.", move_previous, true},
    {"Move", "__eq(a, b)", "boolean", "", move_equal, false},
    {"Move", "__tostring(move)", "string", "", move_text, false},
    {"Pile", "each()", "fun(): Card?", "for card in pile:each() do ... end; not of a deck, which lies face down.",
     pile_each, false},
    {"Pile", "holds(card)", "boolean", "Whether the card is in it.", pile_holds, false},
    {"Pile", "empty", "boolean", "Whether no card is left.", pile_empty, true},
    {"Pile", "top", "Card?", "The top card; not of a deck, which lies face down.", pile_top, true},
    {"Pile", "__len(pile)", "integer", "#pile: how many cards.", pile_count, false},
    {"Pile", "__tostring(pile)", "string", "", pile_text, false},
};

}  // namespace

std::span<const ApiWord> object_words() { return kWords; }

}  // namespace gofuda::api
