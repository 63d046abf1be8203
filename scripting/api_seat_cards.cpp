// The words of a seat that are about cards and what is written under them.
#include <algorithm>

#include "scripting/api_objects.hpp"
#include "scripting/lua_sandbox.hpp"

namespace gofuda::api {

namespace {

int draw(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  CardId c = run.draw(seat, run.rules().pile_owner(seat), true);
  go_on(L, run);
  LuaScripts::from(L).push_card(c);
  return 1;
}

int take(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  CardId c = run.draw(seat, run.rules().pile_owner(seat), false);
  LuaScripts::from(L).push_card(c);
  return 1;
}

int play(lua_State* L) {
  Seat seat = seat_at(L, 1);
  CardId card = card_at(L, 2);
  long times = lua_isnoneornil(L, 3) ? 1 : count_at(L, 3, 1, 16);
  Run& run = run_of(L);
  go_on(L, run);
  Status s = run.play(seat, card, static_cast<int>(times), zone_at(L, 2));
  if (s != Status::done && s != Status::unplayable) go_on(L, run);
  lua_pushboolean(L, s == Status::done);
  return 1;
}

void put(lua_State* L, Zone zone, bool common) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  if (!run.put_away(seat, card_at(L, 2), common ? run.rules().pile_owner(seat) : owner_of(seat), zone, zone_at(L, 2)))
    LuaState::raise(L, "argument",
                    "this side does not hold the card '" + run.rules().cards[card_at(L, 2)].id +
                        "'; a side hands a card over by give(card)");
}

int lay_aside(lua_State* L) {
  bool open = false;
  if (!lua_isnoneornil(L, 3)) {
    std::string how = text_at(L, 3);
    if (how != "open" && how != "hidden")
      LuaState::raise(L, "argument", "a card is laid aside \"open\" or \"hidden\", not \"" + how + "\"");
    open = how == "open";
  }
  put(L, open ? Zone::shown : Zone::aside, false);
  return 0;
}

int discard(lua_State* L) { return put(L, Zone::discard, true), 0; }
int keep(lua_State* L) { return put(L, Zone::hand, false), 0; }
// Into the hand of the other side, unseen.
int give(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  run.put_away(seat, card_at(L, 2), owner_of(other(seat)), Zone::hand, zone_at(L, 2));
  return 0;
}
int put_back(lua_State* L) { return put(L, Zone::deck, true), 0; }
int announce(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  bool taken = false;
  run.offer_before(seat, taken);
  go_on(L, run);
  lua_pushboolean(L, taken);
  return 1;
}

int reshuffle(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  run.shuffle(run.rules().pile_owner(seat), Zone::discard);
  go_on(L, run);
  return 0;
}

// The cards of the pile, each once, that the function at `fits` (if there is one) accepts.
std::vector<CardId> fitting(lua_State* L, const LuaPile& pile, int fits) {
  std::vector<CardId> cards;
  for (CardId c : run_of(L).position().cards.in(pile.owner, pile.zone))
    if (std::find(cards.begin(), cards.end(), c) == cards.end()) cards.push_back(c);
  if (lua_isnoneornil(L, fits)) return cards;
  if (!lua_isfunction(L, fits)) LuaState::raise(L, "argument", "which cards are offered is said by a function(card)");
  struct Judging {  // the function may only look
    LuaScripts& scripts;
    bool before = scripts.set_judging(true);
    ~Judging() { scripts.set_judging(before); }
  } judging{LuaScripts::from(L)};
  std::erase_if(cards, [&](CardId c) {
    lua_pushvalue(L, fits);
    LuaScripts::from(L).push_card(c);
    lua_call(L, 1, 1);
    bool yes = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return !yes;
  });
  return cards;
}

int pick_card(lua_State* L) {
  Seat seat = seat_at(L, 1);
  const LuaPile& pile = *static_cast<LuaPile*>(check(L, 2, kPile));
  bool must = false;
  if (!lua_isnoneornil(L, 3)) {
    std::string how = text_at(L, 3);
    if (how != "may" && how != "must")
      LuaState::raise(L, "argument", "a card \"may\" or \"must\" be picked, not \"" + how + "\"");
    must = how == "must";
  }
  Run& run = run_of(L);
  go_on(L, run);
  if (pile.zone == Zone::deck) LuaState::raise(L, "hidden", "a deck lies face down; draw from it");
  std::vector<CardId> cards = fitting(L, pile, 4);
  CardId chosen = kNoCard;
  if (!cards.empty()) {
    const auto* a = run.offer(seat, cards, !must, secret_at(L, 1));
    if (!a) LuaState::stop(L);
    if ((*a)[0] > 0) chosen = cards[(*a)[0] - 1];
  }
  push_card_of(L, chosen, pile.zone);
  return 1;
}

int reveal(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  run.reveal(seat, card_at(L, 2), zone_at(L, 2));
  go_on(L, run);
  return 0;
}

int declare(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  bool stands = false;
  run.declare(seat, card_at(L, 2), stands, zone_at(L, 2));
  go_on(L, run);
  lua_pushboolean(L, stands);
  return 1;
}

int can_play(lua_State* L) {  // a look, tried on a copy
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  if (run.stopped() || run.position().over()) LuaState::stop(L);
  CardId card = card_at(L, 2);
  long plays = lua_isnoneornil(L, 3) ? 1 : count_at(L, 3, 1, 16);
  lua_pushboolean(L, plays == 1 ? run.playable(seat, card) : run.playable_in_turn(seat, card, static_cast<int>(plays)));
  return 1;
}

// --- what is written down in secret

int note(lua_State* L) {
  Note n{seat_at(L, 1), card_at(L, 2), false, {}, ""};
  if (lua_type(L, 3) == LUA_TSTRING && *text_at(L, 3))
    n.label = text_at(L, 3);
  else
    n.points = points_at(L, 3).set;
  Run& run = run_of(L);
  go_on(L, run);
  run.note(std::move(n));
  return 0;
}

int noted(lua_State* L) {
  const Note* n = run_of(L).position().note(seat_at(L, 1), card_at(L, 2));
  if (!n)
    lua_pushnil(L);
  else if (!n->label.empty())
    lua_pushstring(L, n->label.c_str());
  else
    push_points(L).set = n->points;
  return 1;
}

int open_note(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  lua_pushboolean(L, run.open_note(seat, card_at(L, 2)));
  return 1;
}

int erase(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  run.erase_note(seat, card_at(L, 2));
  return 0;
}

int push_pile(lua_State* L, Owner owner, Zone zone) {
  LuaScripts::from(L).push_pile(owner, zone);
  return 1;
}

int get_deck(lua_State* L) { return push_pile(L, run_of(L).rules().pile_owner(seat_at(L, 1)), Zone::deck); }
int get_discard(lua_State* L) { return push_pile(L, run_of(L).rules().pile_owner(seat_at(L, 1)), Zone::discard); }
int get_hand(lua_State* L) { return push_pile(L, owner_of(seat_at(L, 1)), Zone::hand); }
int get_aside(lua_State* L) { return push_pile(L, owner_of(seat_at(L, 1)), Zone::aside); }
int get_shown(lua_State* L) { return push_pile(L, owner_of(seat_at(L, 1)), Zone::shown); }
int get_shuffles(lua_State* L) {
  Run& run = run_of(L);
  lua_pushinteger(L, run.position().shuffles[static_cast<int>(run.rules().pile_owner(seat_at(L, 1)))]);
  return 1;
}

constexpr ApiWord kWords[] = {
    {"Seat", "pick_card(pile, how, fits)", "Card?",
     "Offers the player the cards of the pile, or those that fits(card) is true for. \"may\", as without how: nil when "
     "he "
     "takes none; \"must\": he takes one. nil when there is none to take.",
     pick_card, false},
    {"Seat", "draw()", "Card?", "Turns up the top card of the deck, to be played. nil when the deck is empty.", draw,
     false},
    {"Seat", "take()", "Card?",
     "Takes the top card of the deck into the hand, unseen by the opponent. nil when the deck is empty.", take, false},
    {"Seat", "play(card, times)", "boolean",
     "Plays a card: a move of its own, judged and open to answering cards. false when it cannot take effect. With "
     "times, the card is carried out so often as one move.",
     play, false},
    {"Seat", "announce()", "boolean",
     "Offers the cards laid aside that have an 'announce' function; true when one was announced and carried out.",
     announce, false},
    {"Seat", "lay_aside(card, how)", "", "Lays the card aside, \"hidden\" or \"open\", to be used later.", lay_aside,
     false},
    {"Seat", "discard(card)", "", "Puts the card on the discard pile. A card that was played goes there by itself.",
     discard, false},
    {"Seat", "keep(card)", "", "Puts the card, from the table or the discard pile, into the hand.", keep, false},
    {"Seat", "give(card)", "", "Hands the card to the opponent, who takes it into the hand.", give, false},
    {"Seat", "put_back(card)", "", "Puts the card on top of the deck.", put_back, false},
    {"Seat", "reshuffle()", "", "Shuffles the discard pile, which becomes the deck.", reshuffle, false},
    {"Seat", "reveal(card)", "", "Turns a held card up; it lies on the table, to be played.", reveal, false},
    {"Seat", "declare(card)", "boolean",
     "Turns a held card up and names it, a move of its own that other cards may answer before it takes effect; false "
     "when "
     "it was undone.",
     declare, false},
    {"Seat", "can_play(card, plays)", "boolean",
     "Whether the card could take effect now; with plays, in so many plays one after the other.", can_play, false},
    {"Seat", "note(card, what)", "",
     "Writes points or a word down in secret, under that card; what was written there before is gone.", note, false},
    {"Seat", "noted(card)", "Points|string?", "What this side has written under the card; nil when nothing.", noted,
     false},
    {"Seat", "open_note(card)", "boolean", "Shows all what is written under the card; false when nothing is.",
     open_note, false},
    {"Seat", "erase(card)", "", "Strikes out what is written under the card.", erase, false},
    {"Seat", "deck", "Pile", "The pile this side draws from.", get_deck, true},
    {"Seat", "discarded", "Pile", "The discard pile.", get_discard, true},
    {"Seat", "hand", "Pile", "The cards in hand.", get_hand, true},
    {"Seat", "aside", "Pile", "The cards laid aside hidden.", get_aside, true},
    {"Seat", "shown", "Pile", "The cards laid aside open.", get_shown, true},
    {"Seat", "shuffles", "integer", "How often this side's deck was made anew.", get_shuffles, true},
};

}  // namespace

std::span<const ApiWord> seat_card_words() { return kWords; }

}  // namespace gofuda::api
