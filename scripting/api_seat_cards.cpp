// The words of a seat that are about cards and what is written under them.
#include <algorithm>

#include "core/notation/text.hpp"
#include "core/on_exit.hpp"
#include "core/probe.hpp"
#include "scripting/api_word.hpp"
#include "scripting/passed_over.hpp"

namespace gofuda::api {

namespace of_seat_cards {
namespace {

TheCard draw(Run& run, Seat seat) { return {run.draw(seat, run.rules().pile_owner(seat), true)}; }
TheCard take(Run& run, Seat seat) { return {run.draw(seat, run.rules().pile_owner(seat), false)}; }

// A card that cannot take effect stops nothing.
bool play(Run& run, Seat seat, const LuaCard& card, std::optional<Count<1, 16>> times) {
  return run.play(seat, card.card(), times ? times->value : 1) == Status::done;
}

void put(Run& run, Seat seat, const LuaCard& card, Owner owner, Zone zone, lua_State* L) {
  if (!run.put_away(seat, card.card(), owner, zone))
    LuaState::raise(L, "argument",
                    "this side does not hold the card '" + run.rules().cards[card.id].id +
                        "'; let the other side hand it over first: opponent:give(card)");
}
constexpr int kMostTurns = 1000;

// { turns = 3, until_captured = points }: what is to end the effect.
Until until_at(lua_State* L, int place, Run& run) {
  Until out;
  if (!lua_istable(L, place)) LuaState::raise(L, "argument", "what ends it stands in a table: { turns = 3 }");
  for (lua_pushnil(L); lua_next(L, place); lua_pop(L, 1)) {
    const std::string key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    if (key == "until_captured") {
      if (!test(L, -1, kPoints)) LuaState::raise(L, "argument", "until_captured is a set of points with stones");
      out.stones = points_at(L, -1).set;
      const PointSet bare = out.stones - stones(run, Colour::black) - stones(run, Colour::white);
      if (out.stones.empty() || !bare.empty())
        LuaState::raise(L, "argument",
                        "until_captured: there is no stone" + (bare.empty() ? "" : " on " + to_string(bare)));
      continue;
    }
    const std::vector<std::string> keys{"turns", "their_turns", "until_turn", "until_captured"};
    int* const to = key == "turns"         ? &out.own_turns
                    : key == "their_turns" ? &out.their_turns
                    : key == "until_turn"  ? &out.turn
                                           : nullptr;
    if (!to)
      LuaState::raise(L, "argument",
                      "an effect does not end by '" + printable(key) +
                          "'; it has turns, their_turns, until_turn and until_captured" + did_you_mean(key, keys));
    int whole = 0;
    const lua_Integer n = lua_tointegerx(L, -1, &whole);
    const lua_Integer least = to == &out.turn ? run.position().turn : 1, most = to == &out.turn ? 65535 : kMostTurns;
    if (lua_type(L, -1) != LUA_TNUMBER || !whole || n < least || n > most)
      LuaState::raise(L, "argument",
                      key + " must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    *to = static_cast<int>(n);
  }
  return out;
}

void lay_aside(Run& run, Seat seat, const LuaCard& card, std::optional<const char*> how, lua_State* L) {
  const std::string wanted = how.value_or("hidden");
  if (wanted != "open" && wanted != "hidden")
    LuaState::raise(L, "argument", "a card is laid aside \"open\" or \"hidden\", not \"" + wanted + "\"");
  const Zone zone = wanted == "open" ? Zone::shown : Zone::aside;
  const bool ends = !lua_isnoneornil(L, 4);
  const Until until = ends ? until_at(L, 4, run) : Until{};
  put(run, seat, card, owner_of(seat), zone, L);
  if (ends || run.rules().cards[card.id].lasts()) run.lay(seat, card.card(), zone, ends ? &until : nullptr);
}
void discard(Run& run, Seat seat, const LuaCard& card, lua_State* L) {
  put(run, seat, card, run.rules().pile_owner(seat), Zone::discard, L);
}
void keep(Run& run, Seat seat, const LuaCard& card, lua_State* L) {
  put(run, seat, card, owner_of(seat), Zone::hand, L);
}
void put_back(Run& run, Seat seat, const LuaCard& card, lua_State* L) {
  put(run, seat, card, run.rules().pile_owner(seat), Zone::deck, L);
}
// Into the hand of the other side, unseen.
void hand_over(Run& run, Seat seat, const LuaCard& card) {
  run.put_away(seat, card.card(), owner_of(other(seat)), Zone::hand);
}

bool announce(Run& run, Seat seat) {
  bool taken = false;
  run.offer_before(seat, taken);
  return taken;
}

void reshuffle(Run& run, Seat seat) { run.shuffle(run.rules().pile_owner(seat), Zone::discard); }

// The cards of the pile among which the seat may choose and that the function at `fits` (if there is one) accepts.
std::vector<Card> fitting(lua_State* L, const Run& run, Seat seat, const LuaPile& pile, int fits) {
  std::vector<Card> cards = pile.some ? cards_in(run, pile) : run.position().choices(seat, pile.owner, pile.zone);
  if (lua_isnoneornil(L, fits)) return cards;
  if (!lua_isfunction(L, fits)) LuaState::raise(L, "argument", "which cards are offered is said by a function(card)");
  LuaScripts& scripts = LuaScripts::from(L);
  const OnExit back([&, before = scripts.set_judging(true)] { scripts.set_judging(before); });  // it may only look
  std::erase_if(cards, [&](Card c) {
    lua_pushvalue(L, fits);
    give(L, TheCard{c});
    lua_call(L, 1, 1);
    bool yes = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return !yes;
  });
  return cards;
}

TheCard pick_card(Run& run, const LuaSeat& seat, const LuaPile& pile, std::optional<const char*> how, lua_State* L) {
  const std::string wanted = how.value_or("may");
  if (wanted != "may" && wanted != "must")
    LuaState::raise(L, "argument", "a card \"may\" or \"must\" be picked, not \"" + wanted + "\"");
  must_be_open(pile, L);
  const std::vector<Card> cards = fitting(L, run, seat.seat, pile, 4);
  if (cards.empty()) return {};
  const char* purpose = lua_isnoneornil(L, 5) ? "" : text_at(L, 5);
  const auto* answer = run.offer(seat.seat, cards, wanted == "may", seat.secret || pile.some, purpose);
  return {!answer || answer->card() == 0 ? Card() : cards[answer->card() - 1]};
}

void reveal(Run& run, Seat seat, const LuaCard& card) { run.reveal(seat, card.card()); }

bool declare(Run& run, Seat seat, const LuaCard& card) {
  bool stands = false;
  run.declare(seat, card.card(), stands);
  return stands;
}

// --- looking at what is hidden

struct Looked {
  Owner owner;
  Zone zone;
  std::vector<Card> cards;  // the topmost last
};

Looked find_card(const Run& run, const LuaCard& card, lua_State* L) {
  const Cards& cards = run.position().cards;
  for (int o = 0; o < kOwners; ++o)
    for (int z = 0; z < kZones; ++z) {
      const Owner owner = static_cast<Owner>(o);
      const Zone zone = static_cast<Zone>(z);
      for (std::size_t i = cards.size(owner, zone); i-- > 0;)
        if (const Card c = cards.card(owner, zone, i); card.card().is(c.id, c.copy)) return {owner, zone, {c}};
    }
  LuaState::raise(L, "argument", "the card '" + run.rules().cards[card.id].id + "' lies nowhere");
}

// The argument, a pile or a card; and of a pile so many from the top, if the next one says so.
Looked looked_at(const Run& run, lua_State* L) {
  const bool limited = !lua_isnoneornil(L, 3);
  if (test(L, 2, kCard) && !limited) return find_card(run, card_at(L, 2), L);
  const LuaPile& pile = pile_at(L, 2);
  const std::size_t most = limited ? static_cast<std::size_t>(count_at(L, 3, 0, kMostCards)) : kMostCards;
  std::vector<Card> cards = cards_in(run, pile);
  if (cards.size() > most) cards.erase(cards.begin(), cards.end() - static_cast<std::ptrdiff_t>(most));
  LuaState::charge(L, 2 * cards.size());
  return {pile.owner, pile.zone, std::move(cards)};
}

Pushed look(Run& run, Seat seat, lua_State* L) {
  const Looked at = looked_at(run, L);
  run.look(seat, at.owner, at.zone, at.cards);
  return push_looked(L, at.owner, at.zone, at.cards), Pushed{};
}

void show(Run& run, Seat, lua_State* L) {
  const Looked at = looked_at(run, L);
  for (Seat s : {Seat::black, Seat::white}) run.look(s, at.owner, at.zone, at.cards);
}

void order(Run& run, Seat seat, const LuaPile& pile, lua_State* L) {
  if (pile.zone != Zone::deck)
    LuaState::raise(L, "argument", "order takes a deck: the order of other piles says nothing");
  Looked at = looked_at(run, L);
  std::reverse(at.cards.begin(), at.cards.end());
  LuaState::charge(L, 8 * at.cards.size() * at.cards.size());
  run.order_deck(seat, at.owner, std::move(at.cards));
}

bool can_play(Run& run, Seat seat, const LuaCard& card, std::optional<Count<1, 16>> plays,
              lua_State* L) {                    // tried on copies
  if (run.plays_now(card.card())) return false;  // else whether it can would hang on whether it can
  if (plays && plays->value > 1) return run.playable_in_turn(seat, card.card(), plays->value);
  if (run.playable(seat, card.card())) return true;
  if (run.remarked()) {
    const Verdict why = Probe::why_unplayable(run, seat, card.card());
    LuaScripts::from(L).remark(run, card.id, why.reason, passed_over_text(run.rules().cards[card.id], why));
  }
  return false;
}

// --- what is written down in secret

void note(Run& run, Seat seat, const LuaCard& card, lua_State* L) {
  Note n{seat, card.card(), false, {}, ""};
  if (lua_type(L, 3) == LUA_TSTRING && *text_at(L, 3))
    n.label = text_at(L, 3);
  else
    n.points = points_at(L, 3).set;
  run.note(std::move(n));
}

Pushed noted(Run& run, Seat seat, const LuaCard& card, lua_State* L) {
  const Note* n = run.position().note(seat, card.card());
  if (!n)
    lua_pushnil(L);
  else if (!n->label.empty())
    give(L, n->label);
  else
    give(L, n->points);
  return {};
}

bool open_note(Run& run, Seat seat, const LuaCard& card) { return run.open_note(seat, card.card()); }
void erase(Run& run, Seat seat, const LuaCard& card) { run.erase_note(seat, card.card()); }

ThePile deck(Seat seat, const Ruleset& rules) { return {rules.pile_owner(seat), Zone::deck}; }
ThePile discarded(Seat seat, const Ruleset& rules) { return {rules.pile_owner(seat), Zone::discard}; }
template <Zone kZone>
ThePile held(Seat seat) {
  return {owner_of(seat), kZone};
}
int shuffles(Run& run, Seat seat) { return run.position().shuffles[static_cast<int>(run.rules().pile_owner(seat))]; }

using enum Does;
constexpr ApiWord kWords[] = {
    {"Seat", "pick_card(pile, how, fits, purpose)", "Card?",
     "Offers the player the cards of the pile, or those that fits(card) is true for. \"may\", as without how: nil when "
     "he takes none; \"must\": he takes one. nil when there is none to take. The question says purpose, a text, too.",
     word<asks, pick_card>, false},
    {"Seat", "draw()", "Card?", "Turns up the top card of the deck, to be played. nil when the deck is empty.",
     word<acts, draw>, false},
    {"Seat", "take()", "Card?",
     "Takes the top card of the deck into the hand, unseen by the opponent. nil when the deck is empty.",
     word<acts, take>, false},
    {"Seat", "play(card, times)", "boolean",
     "Plays a card: a move of its own, judged and open to answering cards. false when it cannot take effect. With "
     "times, the card is carried out so often as one move.",
     word<acts, play>, false},
    {"Seat", "announce()", "boolean",
     "Offers the cards laid aside that have an 'announce' function; true when one was announced and carried out.",
     word<acts, announce>, false},
    {"Seat", "lay_aside(card, how, ends)", "",
     "Lays the card aside, \"hidden\" or \"open\", to be used later, or to work there by its 'when_' functions until "
     "something ends it: { turns = 3 } are this side's next turns, { their_turns = 3 } the other side's, "
     "{ until_turn = 9 } ends with that turn, { until_captured = points } when one of these stones is captured, taken "
     "off, moved or replaced; of several, what comes first. The card is discarded then.",
     word<acts, lay_aside>, false},
    {"Seat", "discard(card)", "", "Puts the card on the discard pile. A card that was played goes there by itself.",
     word<acts, discard>, false},
    {"Seat", "keep(card)", "",
     "Puts the card, from the table, the discard pile or where this side has looked at it in a deck, into the hand.",
     word<acts, keep>, false},
    {"Seat", "give(card)", "", "Hands the card to the opponent, who takes it into the hand.", word<acts, hand_over>,
     false},
    {"Seat", "put_back(card)", "", "Puts the card on top of the deck.", word<acts, put_back>, false},
    {"Seat", "reshuffle()", "", "Shuffles the discard pile, which becomes the deck, under what is left of it.",
     word<acts, reshuffle>, false},
    {"Seat", "reveal(card)", "", "Turns a held card up; it lies on the table, to be played.", word<acts, reveal>,
     false},
    {"Seat", "look(what, n)", "Pile",
     "This side looks at a pile, at so many cards from its top, or at a card, and knows them as long as they can be "
     "followed; the other side learns nothing. The cards looked at, to pick from: me:pick_card(me:look(me.deck, 3)).",
     word<acts, look>, false},
    {"Seat", "show(what, n)", "",
     "Shows a pile, so many cards from its top, or a card to both sides; it stays where it is.", word<acts, show>,
     false},
    {"Seat", "order(deck, n)", "",
     "This side looks at so many cards from the top of the deck, all without n, and puts them back in an order that it "
     "chooses unseen: the next one to be drawn first.",
     word<acts, order>, false},
    {"Seat", "declare(card)", "boolean",
     "Turns a held card up and names it, a move of its own that other cards may answer before it takes effect; false "
     "when "
     "it was undone.",
     word<acts, declare>, false},
    {"Seat", "can_play(card, plays)", "boolean",
     "Whether the card could take effect now; with plays, in so many plays one after the other. A "
     "card that is being played cannot.",
     word<tries, can_play>, false},
    {"Seat", "note(card, what)", "",
     "Writes points or a word down in secret, under that card; what was written there before is gone.",
     word<acts, note>, false},
    {"Seat", "noted(card)", "Points|string?", "What this side has written under the card; nil when nothing.",
     word<looks, noted>, false},
    {"Seat", "open_note(card)", "boolean", "Shows all what is written under the card; false when nothing is.",
     word<acts, open_note>, false},
    {"Seat", "erase(card)", "", "Strikes out what is written under the card.", word<acts, erase>, false},
    {"Seat", "deck", "Pile", "The pile this side draws from.", word<looks, deck>, true, true},
    {"Seat", "discarded", "Pile", "The discard pile.", word<looks, discarded>, true, true},
    {"Seat", "hand", "Pile", "The cards in hand.", word<looks, held<Zone::hand>>, true, true},
    {"Seat", "aside", "Pile", "The cards laid aside hidden.", word<looks, held<Zone::aside>>, true, true},
    {"Seat", "shown", "Pile", "The cards laid aside open.", word<looks, held<Zone::shown>>, true, true},
    {"Seat", "shuffles", "integer", "How often this side's deck was made anew.", word<looks, shuffles>, true},
};

}  // namespace
}  // namespace of_seat_cards

std::span<const ApiWord> seat_card_words() { return of_seat_cards::kWords; }

}  // namespace gofuda::api
