#include <algorithm>
#include <cstring>

#include "scripting/api_objects.hpp"
#include "scripting/lua_sandbox.hpp"

namespace gofuda::api {

namespace {

Owner pile_owner(const Run& run, Seat s) {  // whose deck a seat draws from
  return run.rules().decks[static_cast<int>(Owner::common)].empty() ? owner_of(s) : Owner::common;
}

void push_answer_points(lua_State* L, const Question& q, const std::vector<std::uint16_t>& a) {
  LuaPoints& p = push_points(L);
  for (std::uint16_t x : a) p.set.insert(x);
  if (q.ordered && a.size() <= p.order.size()) {
    p.ordered = static_cast<std::uint16_t>(a.size());
    std::copy(a.begin(), a.end(), p.order.begin());
  }
}

int pick(lua_State* L) {
  Seat seat = seat_at(L, 1);
  long least = count_at(L, 2, 0, kMaxSide * kMaxSide), most = least;
  int arg = 3;
  if (lua_type(L, 3) == LUA_TNUMBER) most = count_at(L, 3, least, kMaxSide * kMaxSide), arg = 4;
  const LuaPoints& from = points_at(L, arg);
  Run& run = run_of(L);
  go_on(L, run);
  Question& q = run.prepare(Ask::points, seat);
  q.ordered = run.rules().rules.placement == PlacementRule::one_by_one && from.vacant;
  q.from = q.ordered ? run.reachable(static_cast<int>(most)) : from.set;
  long n = q.from.count();
  if (n < least) {
    run.fail_unplayable("there are " + std::to_string(n) + " points to choose from, not " + std::to_string(least));
    LuaState::stop(L);
  }
  if (most == 0) {
    push_points(L);
    return 1;
  }
  q.least = static_cast<int>(least);
  q.most = static_cast<int>(std::min(most, n));
  q.card = run.card_in_play();
  if (!lua_isnoneornil(L, arg + 1)) q.purpose = text_at(L, arg + 1);
  if (!run.answers_on_the_spot(seat)) mark_site(L, q);  // where it stands matters to those who wait for the answer
  const auto* a = run.ask();
  if (!a) LuaState::stop(L);
  push_answer_points(L, q, *a);
  return 1;
}

int choose(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  int n = lua_gettop(L);
  if (n < 2 || n > 40) LuaState::raise(L, "argument", "choose takes from 1 to 39 labels");
  Question& q = run.prepare(Ask::choice, seat);
  for (int i = 2; i <= n; ++i) {
    std::string label = text_at(L, i);
    if (label.empty() || label.find_first_of(" ()\t\n\"") != std::string::npos)
      LuaState::raise(L, "argument", "the label '" + label + "' must be one word, so that it can be typed");
    if (std::find(q.labels.begin(), q.labels.end(), label) != q.labels.end())
      LuaState::raise(L, "argument", "the label '" + label + "' is there twice");
    q.labels.push_back(std::move(label));
  }
  q.card = run.card_in_play();
  mark_site(L, q);
  const auto* a = run.ask();
  if (!a) LuaState::stop(L);
  lua_pushvalue(L, 2 + (*a)[0]);
  return 1;
}

int place(lua_State* L) {
  Seat seat = seat_at(L, 1);
  const LuaPoints& points = points_at(L, 2);
  Run& run = play_of(L, "place");
  go_on(L, run);
  name_points(L, run, points.set.count());
  Colour c = colour_of(seat);
  auto& list = run.unit().place;
  if (points.ordered)
    for (int i = 0; i < points.ordered; ++i) list.push_back({points.order[i], c});
  else
    points.set.for_each([&](Point p) { list.push_back({p, c}); });
  return 0;
}

int draw(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  CardId c = run.draw(seat, pile_owner(run, seat), true);
  go_on(L, run);
  LuaScripts::from(L).push_card(c);
  return 1;
}

int take(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  CardId c = run.draw(seat, pile_owner(run, seat), false);
  LuaScripts::from(L).push_card(c);
  return 1;
}

int play(lua_State* L) {
  Seat seat = seat_at(L, 1);
  CardId card = card_at(L, 2);
  long times = lua_isnoneornil(L, 3) ? 1 : count_at(L, 3, 1, 16);
  Run& run = run_of(L);
  go_on(L, run);
  Step s = run.play(seat, card, static_cast<int>(times));
  if (s != Step::done && s != Step::unplayable) go_on(L, run);
  lua_pushboolean(L, s == Step::done);
  return 1;
}

int stone(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  run.stone(seat);
  go_on(L, run);
  return 0;
}

int skip(lua_State* L) {
  seat_at(L, 1);
  go_on(L, run_of(L));
  run_of(L).skip();
  return 0;
}

int miss_turn(lua_State* L) {
  Run& run = run_of(L);
  go_on(L, run);
  run.miss_turn(seat_at(L, 1));
  return 0;
}

void put(lua_State* L, Zone zone, bool common) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  run.put_away(seat, card_at(L, 2), common ? pile_owner(run, seat) : owner_of(seat), zone);
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

int move(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  int first = static_cast<int>(run.position().moves.size());
  if (run.position().to_move == seat)
    run.part(seat);
  else
    run.lone_turn(seat);
  go_on(L, run);
  lua_pushinteger(L, static_cast<lua_Integer>(run.position().moves.size()) - first);
  return 1;
}

int reshuffle(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  run.shuffle(pile_owner(run, seat), Zone::discard);
  go_on(L, run);
  return 0;
}

int pick_card(lua_State* L) {
  Seat seat = seat_at(L, 1);
  const LuaPile& pile = *static_cast<LuaPile*>(check(L, 2, kPile));
  Run& run = run_of(L);
  go_on(L, run);
  if (pile.zone == Zone::deck) LuaState::raise(L, "hidden", "a deck lies face down; draw from it");
  std::vector<CardId> cards;
  for (CardId c : run.position().cards.in(pile.owner, pile.zone))
    if (std::find(cards.begin(), cards.end(), c) == cards.end()) cards.push_back(c);
  CardId chosen = kNoCard;
  if (!cards.empty()) {
    const auto* a = run.offer(seat, cards);
    if (!a) LuaState::stop(L);
    if ((*a)[0] > 0) chosen = cards[(*a)[0] - 1];
  }
  LuaScripts::from(L).push_card(chosen);
  return 1;
}

int as_one_move(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  if (!lua_isfunction(L, 2)) LuaState::raise(L, "argument", "as_one_move takes a function");
  run.begin_group();
  lua_pushvalue(L, 2);
  lua_call(L, 0, 0);
  run.end_group(seat);
  go_on(L, run);
  return 0;
}

int push_pile(lua_State* L, Owner owner, Zone zone) {
  LuaScripts::from(L).push_pile(owner, zone);
  return 1;
}

int get_stones(lua_State* L) {
  Seat seat = seat_at(L, 1);
  push_points(L).set = stones(run_of(L), colour_of(seat));
  return 1;
}
int get_name(lua_State* L) { return lua_pushstring(L, seat_name(seat_at(L, 1)).data()), 1; }
int get_opponent(lua_State* L) { return LuaScripts::from(L).push_seat(other(seat_at(L, 1))), 1; }
int get_deck(lua_State* L) { return push_pile(L, pile_owner(run_of(L), seat_at(L, 1)), Zone::deck); }
int get_discard(lua_State* L) { return push_pile(L, pile_owner(run_of(L), seat_at(L, 1)), Zone::discard); }
int get_hand(lua_State* L) { return push_pile(L, owner_of(seat_at(L, 1)), Zone::hand); }
int get_aside(lua_State* L) { return push_pile(L, owner_of(seat_at(L, 1)), Zone::aside); }
int get_shown(lua_State* L) { return push_pile(L, owner_of(seat_at(L, 1)), Zone::shown); }
int get_shuffles(lua_State* L) {
  Run& run = run_of(L);
  lua_pushinteger(L, run.position().shuffles[static_cast<int>(pile_owner(run, seat_at(L, 1)))]);
  return 1;
}
int get_last_move(lua_State* L) {
  Run& run = run_of(L);
  int i = run.position().last_move(seat_at(L, 1), static_cast<int>(run.position().moves.size()));
  i < 0 ? lua_pushnil(L) : new_move(L, i);
  return 1;
}
int get_taken(lua_State* L) { return lua_pushinteger(L, run_of(L).position().taken[index(seat_at(L, 1))]), 1; }
int get_to_move(lua_State* L) { return lua_pushboolean(L, run_of(L).position().to_move == seat_at(L, 1)), 1; }
int seat_text(lua_State* L) { return get_name(L); }
int seat_equal(lua_State* L) { return lua_pushboolean(L, seat_at(L, 1) == seat_at(L, 2)), 1; }

int refuse(lua_State* L) {
  go_on(L, run_of(L));
  run_of(L).refuse(text_at(L, 1));
  LuaState::stop(L);
}

int cannot(lua_State* L) {
  go_on(L, run_of(L));
  run_of(L).fail_unplayable(lua_isnoneornil(L, 1) ? "" : text_at(L, 1));
  LuaState::stop(L);
}

constexpr ApiWord kWords[] = {
    {"Seat", "pick(least, most, points, purpose)", "Points",
     "Asks the player for that many different points of the set. With one number, exactly so many. When the set is too "
     "small the card cannot take effect.",
     pick, false},
    {"Seat", "choose(label, ...)", "string", "Asks the player for one of the labels, each one word.", choose, false},
    {"Seat", "pick_card(pile)", "Card?",
     "Offers the player the cards of the pile; nil when the pile is empty or the player takes none.", pick_card, false},
    {"Seat", "place(points)", "",
     "Sets stones of this side. All stones of a play land together (or one by one, where rules.placement says so).",
     place, false},
    {"Seat", "draw()", "Card?", "Turns up the top card of the deck, to be played. nil when the deck is empty.", draw,
     false},
    {"Seat", "take()", "Card?",
     "Takes the top card of the deck into the hand, unseen by the opponent. nil when the deck is empty.", take, false},
    {"Seat", "play(card, times)", "boolean",
     "Plays a card: a move of its own, judged and open to answering cards. false when it cannot take effect. With "
     "times, the card is carried out so often as one move.",
     play, false},
    {"Seat", "stone()", "", "An ordinary stone or a pass: a move of its own.", stone, false},
    {"Seat", "move()", "integer", "Runs the turn's 'move' function for this side; how many moves it made.", move,
     false},
    {"Seat", "skip()", "", "What is being played uses up the turn without effect.", skip, false},
    {"Seat", "miss_turn()", "", "This side's next turn is lost.", miss_turn, false},
    {"Seat", "announce()", "boolean",
     "Offers the cards laid aside that have an 'announce' function; true when one was announced and carried out.",
     announce, false},
    {"Seat", "lay_aside(card, how)", "", "Lays the card aside, \"hidden\" or \"open\", to be used later.", lay_aside,
     false},
    {"Seat", "discard(card)", "", "Puts the card on the discard pile. A card that was played goes there by itself.",
     discard, false},
    {"Seat", "keep(card)", "", "Puts the card into the hand.", keep, false},
    {"Seat", "put_back(card)", "", "Puts the card on top of the deck.", put_back, false},
    {"Seat", "reshuffle()", "", "Shuffles the discard pile, which becomes the deck.", reshuffle, false},
    {"Seat", "as_one_move(play)", "", "Runs the function; the moves in it are one move to answering cards.",
     as_one_move, false},
    {"Seat", "stones", "Points", "The stones of this side on the board.", get_stones, true},
    {"Seat", "name", "string", "\"black\" or \"white\".", get_name, true},
    {"Seat", "opponent", "Seat", "The other side.", get_opponent, true},
    {"Seat", "deck", "Pile", "The pile this side draws from.", get_deck, true},
    {"Seat", "discarded", "Pile", "The discard pile.", get_discard, true},
    {"Seat", "hand", "Pile", "The cards in hand.", get_hand, true},
    {"Seat", "aside", "Pile", "The cards laid aside hidden.", get_aside, true},
    {"Seat", "shown", "Pile", "The cards laid aside open.", get_shown, true},
    {"Seat", "shuffles", "integer", "How often this side's deck was made anew.", get_shuffles, true},
    {"Seat", "last_move", "Move?", "This side's last move, answers left out; nil before the first.", get_last_move,
     true},
    {"Seat", "captured", "integer", "Stones this side has captured so far.", get_taken, true},
    {"Seat", "to_move", "boolean", "Whether it is this side's turn.", get_to_move, true},
    {"Seat", "__tostring(seat)", "string", "", seat_text, false},
    {"Seat", "__eq(a, b)", "boolean", "", seat_equal, false},
    {"", "refuse(why)", "", "The answers given are not allowed, for this reason; the player answers again.", refuse,
     false},
    {"", "cannot(why)", "", "The card cannot take effect at all, for this reason.", cannot, false},
};

}  // namespace

std::span<const ApiWord> seat_words() { return kWords; }

}  // namespace gofuda::api
