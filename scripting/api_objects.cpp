// The words of cards, moves and piles.
#include <algorithm>

#include "scripting/api_word.hpp"

namespace gofuda::api {

namespace of_objects {
namespace {

using M = gofuda::Move;

// --- Card: asked once, when the card is made

const std::string& id(const CardInfo& card) { return card.id; }
const std::string& name(const CardInfo& card) { return card.name; }
const std::string& kind(const CardInfo& card) { return card.kind; }
Pushed option(const LuaCard&, lua_State* L) { return lua_getiuservalue(L, 1, 1), Pushed{}; }
bool same_card(const LuaCard& a, const LuaCard& b) {
  return a.id == b.id && (a.copy == b.copy || a.copy == kNoCopy || b.copy == kNoCopy);
}

// --- Move

TheCard card(PlayedMove m) { return {m.move().played()}; }
TheCard under(PlayedMove m) { return {m.move().under}; }
TheSeat seat(PlayedMove m) { return {m.move().seat}; }
int turn(PlayedMove m) { return m.move().turn; }

using EffectOf = Effect (*)(Colour);
template <EffectOf effect>
PointSet points_of(PlayedMove m, std::optional<Seat> of) {  // of one side, or of both
  PointSet set;
  for (Seat s : {Seat::black, Seat::white})
    if (!of || *of == s) set |= m.position.points_of(m.move(), effect(colour_of(s)));
  return set;
}

PointSet standing(PlayedMove m, std::optional<Seat> of, lua_State* L) {
  const auto move = static_cast<std::size_t>(m.index);
  LuaState::charge(L, (m.position.effects.size() - m.position.moves[m.position.began(move)].first) / 8);
  PointSet set = m.position.standing(move, m.position.board);
  if (of) set &= points_of<placed>(m, of) | points_of<recoloured>(m, of);
  return set;
}

template <int kFlags>
bool has_any(PlayedMove m) {
  return (m.move().flags & kFlags) != 0;
}

bool changed(PlayedMove m) {  // of its group, too: a group is one move to an answering card
  const M& move = m.move();
  bool changed = move.has(M::kChanged);
  if (move.group != 0)
    for (const M& x : m.position.moves) changed |= x.group == move.group && x.turn == move.turn && x.has(M::kChanged);
  return changed;
}

TheMove previous(PlayedMove m, lua_State* L) { return {last_move(L, m.position, m.move().seat, m.index)}; }

int number(PlayedMove m) {  // which of its side's moves of the turn: 1, 2, ...; a group counts once
  const M& move = m.move();
  int n = 1;
  std::uint16_t group = move.group;
  for (int i = m.index - 1; i >= 0 && m.position.moves[i].turn == move.turn; --i) {
    const M& x = m.position.moves[i];
    if (x.seat != move.seat || x.flags & (M::kAnswer | M::kDeclared | M::kTriggered) ||
        (x.group != 0 && x.group == group))
      continue;
    ++n;
    group = x.group;
  }
  return n;
}

bool same_move(const LuaMove& a, const LuaMove& b) { return a.index == b.index; }

std::string move_text(Run& run, PlayedMove m) {
  const M& move = m.move();
  return std::string(seat_name(move.seat)) + " " +
         (move.card == kNoCard ? (move.has(M::kPass) ? "pass" : "stone") : run.rules().cards[move.card].id);
}

// --- Pile

std::size_t count(Run& run, const LuaPile& pile) {
  return pile.some ? cards_in(run, pile).size() : run.position().cards.size(pile.owner, pile.zone);
}
bool empty(Run& run, const LuaPile& pile) { return count(run, pile) == 0; }
TheCard top(Run& run, const LuaPile& pile, lua_State* L) {
  must_be_open(pile, L);
  const Cards& cards = run.position().cards;
  if (pile.some) {
    const std::vector<Card> here = cards_in(run, pile);
    return {here.empty() ? Card() : here.back()};
  }
  const std::size_t n = cards.size(pile.owner, pile.zone);
  return {n == 0 ? Card() : cards.card(pile.owner, pile.zone, n - 1)};
}
bool holds(Run& run, const LuaPile& pile, const LuaCard& c, lua_State* L) {
  must_be_open(pile, L);
  if (!pile.some) return run.position().cards.holds(pile.owner, pile.zone, c.id);
  const std::vector<Card> here = cards_in(run, pile);
  return std::any_of(here.begin(), here.end(), [&](Card x) { return x.id == c.id; });
}
// The log says which from the top, and not what it is.
TheCard random(Run& run, const LuaPile& pile, lua_State* L) {
  must_be_open(pile, L);
  const std::vector<Card> cards = cards_in(run, pile);
  LuaState::charge(L, 4 * cards.size());
  if (cards.empty()) return {};
  std::vector<std::string> places;
  for (std::size_t i = 1; i <= cards.size(); ++i) places.push_back(std::to_string(i));
  const auto* drawn = run.toss(std::move(places));
  return {drawn ? cards[cards.size() - 1 - drawn->label()] : Card()};
}

int next_card(lua_State* L) {  // upvalues: a list of the cards, how many were given
  const lua_Integer n = lua_tointeger(L, lua_upvalueindex(2)) + 1;
  lua_pushinteger(L, n);
  lua_replace(L, lua_upvalueindex(2));
  return lua_rawgeti(L, lua_upvalueindex(1), n), 1;
}
Pushed each(Run& run, const LuaPile& pile, lua_State* L) {
  must_be_open(pile, L);
  const std::vector<Card> cards = cards_in(run, pile);  // as it is now, whatever happens to it on the way
  LuaState::charge(L, cards.size());
  lua_createtable(L, static_cast<int>(cards.size()), 0);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    give(L, TheCard{cards[i]});
    lua_rawseti(L, -2, static_cast<lua_Integer>(i + 1));
  }
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_card, 2);
  return {};
}
std::string_view pile_text(const LuaPile&) { return "pile"; }

using enum Does;
constexpr ApiWord kWords[] = {
    {"Card", "id", "string",
     "The name of the card's file, without .lua. Two copies have the same id, but == tells them apart.",
     word<looks, id>, true},
    {"Card", "name", "string", "The card's name.", word<looks, name>, true},
    {"Card", "kind", "string", "\"shape\", \"action\" or what its file says.", word<looks, kind>, true},
    {"Card", "option", "table", "The house rules chosen: card.option.name. A card's traits are read as card.name.",
     word<looks, option>, true},
    {"Card", "__eq(a, b)", "boolean", "", word<looks, same_card>, false},
    {"Card", "__tostring(card)", "string", "", word<looks, id>, false},
    {"Move", "card", "Card?", "The card played; nil for an ordinary stone or a pass.", word<looks, card>, true},
    {"Move", "under", "Card?", "The announced card that gave this move; nil otherwise.", word<looks, under>, true},
    {"Move", "seat", "Seat", "Who made it.", word<looks, seat>, true},
    {"Move", "turn", "integer", "The turn's number.", word<looks, turn>, true},
    {"Move", "placed(seat)", "Points", "Where it set stones of that side; without a seat, of both.",
     word<looks, points_of<placed>>, false},
    {"Move", "recoloured(seat)", "Points", "Where stones became that side's; without a seat, all that changed colour.",
     word<looks, points_of<recoloured>>, false},
    {"Move", "captured(seat)", "Points", "Where it captured stones of that side; without a seat, of both.",
     word<looks, points_of<captured>>, false},
    {"Move", "removed(seat)", "Points", "Where the card itself took stones of that side off; without a seat, of both.",
     word<looks, points_of<removed>>, false},
    {"Move", "standing(seat)", "Points",
     "Of the stones of that side that it set or turned, those that still stand; a stone set anew on such a point is "
     "another. Without a seat, of both.",
     word<looks, standing>, false},
    {"Move", "changed", "boolean", "Whether the board was different after it.", word<looks, changed>, true},
    {"Move", "skipped", "boolean", "A pass, a lost turn, a card laid aside, or a card that did nothing.",
     word<looks, has_any<M::kSkip | M::kPass | M::kUnplayable>>, true},
    {"Move", "passed", "boolean", "A player's own pass.", word<looks, has_any<M::kPass>>, true},
    {"Move", "unplayable", "boolean", "A card that could not take effect.", word<looks, has_any<M::kUnplayable>>, true},
    {"Move", "undone", "boolean", "It was undone by an answering card.", word<looks, has_any<M::kCancelled>>, true},
    {"Move", "is_answer", "boolean", "It was itself played to answer a move.", word<looks, has_any<M::kAnswer>>, true},
    {"Move", "triggered", "boolean", "An effect on the table made it, and no side's play.",
     word<looks, has_any<M::kTriggered>>, true},
    {"Move", "declared", "boolean", "It only names a card, which has not taken effect yet.",
     word<looks, has_any<M::kDeclared>>, true},
    {"Move", "number", "integer",
     "Which of its side's moves of the turn it is: 1, 2, ...; a group of moves counts once.", word<looks, number>,
     true},
    {"Move", "previous", "Move?", "The same side's move before it.", word<looks, previous>, true},
    {"Move", "__eq(a, b)", "boolean", "", word<looks, same_move>, false},
    {"Move", "__tostring(move)", "string", "", word<looks, move_text>, false},
    {"Pile", "each()", "fun(): Card?", "for card in pile:each() do ... end; not of a deck, which lies face down.",
     word<looks, each>, false},
    {"Pile", "holds(card)", "boolean", "Whether the card is in it.", word<looks, holds>, false},
    {"Pile", "random()", "Card?",
     "A card of it, drawn by chance; nil when it is empty. Not of a deck, which is shuffled: draw from it.",
     word<acts, random>, false},
    {"Pile", "empty", "boolean", "Whether no card is left.", word<looks, empty>, true},
    {"Pile", "top", "Card?", "The top card; not of a deck, which lies face down.", word<looks, top>, true},
    {"Pile", "__len(pile)", "integer", "#pile: how many cards.", word<looks, count>, false},
    {"Pile", "__tostring(pile)", "string", "", word<looks, pile_text>, false},
};

}  // namespace
}  // namespace of_objects

std::span<const ApiWord> object_words() { return of_objects::kWords; }

std::vector<Card> cards_in(const Run& run, const LuaPile& pile) {
  const Cards& cards = run.position().cards;
  const std::span<const CopyId> some = pile.copies();
  std::vector<Card> out;
  for (std::size_t i = 0; i < cards.size(pile.owner, pile.zone); ++i)
    if (const Card c = cards.card(pile.owner, pile.zone, i);
        !pile.some || std::find(some.begin(), some.end(), c.copy) != some.end())
      out.push_back(c);
  return out;
}

void must_be_open(const LuaPile& pile, lua_State* L) {
  if (pile.zone == Zone::deck && !pile.some) LuaState::raise(L, "hidden", "a deck lies face down; draw from it");
}

}  // namespace gofuda::api
