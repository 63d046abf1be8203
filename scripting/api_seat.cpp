#include <algorithm>
#include <cstring>

#include "scripting/api_objects.hpp"
#include "scripting/lua_sandbox.hpp"

namespace gofuda::api {

namespace {

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
  Question& q = run.prepare(QuestionKind::points, seat);
  q.ordered = run.rules().rules.placement == PlacementRule::one_by_one && from.vacant;
  q.from = q.ordered ? run.reachable(static_cast<int>(most)) : from.set;
  long n = q.from.count();
  if (n < least) {
    run.fail_unplayable("there are " + std::to_string(n) + " points to choose from, not " + std::to_string(least));
    LuaState::stop(L);
  }
  if (most == 0 || (least == 0 && n == 0)) {
    push_points(L);
    return 1;
  }
  q.least = static_cast<int>(least);
  q.most = static_cast<int>(std::min(most, n));
  q.card = run.card_in_play();
  q.secret = secret_at(L, 1);
  if (!lua_isnoneornil(L, arg + 1)) q.purpose = text_at(L, arg + 1);
  if (!run.answers_on_the_spot(seat)) mark_site(L, q);  // where it stands matters to those who wait for the answer
  const auto* a = run.ask();
  if (!a) LuaState::stop(L);
  push_answer_points(L, q, *a);
  return 1;
}

int choose(lua_State* L) {
  Seat seat = seat_at(L, 1);
  std::vector<std::string> labels = labels_at(L, 2);
  Run& run = run_of(L);
  go_on(L, run);
  Question& q = run.prepare(QuestionKind::choice, seat);
  q.labels = std::move(labels);
  q.card = run.card_in_play();
  q.secret = secret_at(L, 1);
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

int stone(lua_State* L) {
  Seat seat = seat_at(L, 1);
  const PointSet* only = lua_isnoneornil(L, 2) ? nullptr : &points_at(L, 2).set;
  Run& run = run_of(L);
  go_on(L, run);
  run.stone(seat, only);
  if (run.stopped()) go_on(L, run);
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

int restrict_stone(lua_State* L) {
  Seat seat = seat_at(L, 1);
  PointSet points = points_at(L, 2).set;
  bool must = !lua_isnoneornil(L, 3);
  if (must && std::string(text_at(L, 3)) != "must")
    LuaState::raise(L, "argument", "restrict(points) leaves the pass; restrict(points, \"must\") does not");
  Run& run = run_of(L);
  go_on(L, run);
  run.restrict_stone(seat, points, must);
  return 0;
}

// The function that is the word's argument.
void run_argument(lua_State* L, const char* word) {
  if (!lua_isfunction(L, 2)) LuaState::raise(L, "argument", std::string(word) + " takes a function");
  lua_pushvalue(L, 2);
  lua_call(L, 0, 0);
}

int exchange(lua_State* L) {
  seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  run.begin_exchange();
  run_argument(L, "exchange");
  run.end_exchange();
  go_on(L, run);
  return 0;
}

int as_one_move(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  go_on(L, run);
  run.begin_group();
  run_argument(L, "as_one_move");
  run.end_group(seat);
  go_on(L, run);
  return 0;
}

int get_stones(lua_State* L) {
  Seat seat = seat_at(L, 1);
  push_points(L).set = stones(run_of(L), colour_of(seat));
  return 1;
}
int get_name(lua_State* L) { return lua_pushstring(L, seat_name(seat_at(L, 1)).data()), 1; }
int get_opponent(lua_State* L) { return LuaScripts::from(L).push_seat(other(seat_at(L, 1))), 1; }
int get_last_move(lua_State* L) {
  Run& run = run_of(L);
  int i = run.position().last_move(seat_at(L, 1), static_cast<int>(run.position().moves.size()));
  i < 0 ? lua_pushnil(L) : new_move(L, i);
  return 1;
}
int get_legal(lua_State* L) {
  Seat seat = seat_at(L, 1);
  Run& run = run_of(L);
  LuaState::charge(L, 8 * static_cast<std::uint64_t>(run.rules().grid.area()));
  push_points(L).set = run.legal_stones(seat);
  return 1;
}
int get_secret(lua_State* L) { return LuaScripts::from(L).push_seat(seat_at(L, 1), true), 1; }
int get_taken(lua_State* L) { return lua_pushinteger(L, run_of(L).position().prisoners[index(seat_at(L, 1))]), 1; }
int get_to_move(lua_State* L) { return lua_pushboolean(L, run_of(L).position().to_move == seat_at(L, 1)), 1; }
int seat_text(lua_State* L) { return get_name(L); }
int seat_equal(lua_State* L) { return lua_pushboolean(L, seat_at(L, 1) == seat_at(L, 2)), 1; }

int refuse(lua_State* L) {
  go_on(L, run_of(L));
  run_of(L).refuse(text_at(L, 1));
  LuaState::stop(L);
}

int because(lua_State* L) {
  Run& run = run_of(L);
  std::string why = text_at(L, 1);
  if (run.remarked()) LuaScripts::from(L).remark(run, run.card_in_play(), std::move(why));
  return 0;
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
    {"Seat", "place(points)", "",
     "Sets stones of this side. All stones of a play land together (or one by one, where rules.placement says so).",
     place, false},
    {"Seat", "stone(points)", "",
     "An ordinary stone or a pass: a move of its own. With points, a stone on one of these, and no pass; when none of "
     "them is "
     "legal the card cannot take effect.",
     stone, false},
    {"Seat", "restrict(points, how)", "",
     "This side's next ordinary stone may only stand on these points; it is free if none of them is legal then. It may "
     "pass "
     "instead, unless how is \"must\".",
     restrict_stone, false},
    {"Seat", "exchange(play)", "",
     "Runs the function; the moves in it belong to this turn: no card answers them, and passes among them end nothing.",
     exchange, false},
    {"Seat", "move()", "integer", "Runs the turn's 'move' function for this side; how many moves it made.", move,
     false},
    {"Seat", "skip()", "", "What is being played uses up the turn without effect.", skip, false},
    {"Seat", "miss_turn()", "", "This side's next turn is lost.", miss_turn, false},
    {"Seat", "as_one_move(play)", "", "Runs the function; the moves in it are one move to answering cards.",
     as_one_move, false},
    {"Seat", "stones", "Points", "The stones of this side on the board.", get_stones, true},
    {"Seat", "legal", "Points", "Where this side could set an ordinary stone now.", get_legal, true},
    {"Seat", "secret", "Seat",
     "This side, asked so that the opponent does not see the answer: me.secret:pick(1, board.empty).", get_secret,
     true},
    {"Seat", "name", "string", "\"black\" or \"white\".", get_name, true},
    {"Seat", "opponent", "Seat", "The other side.", get_opponent, true},
    {"Seat", "last_move", "Move?", "This side's last move, answers left out; nil before the first.", get_last_move,
     true},
    {"Seat", "captured", "integer", "Stones this side has captured so far.", get_taken, true},
    {"Seat", "to_move", "boolean", "Whether it is this side's turn.", get_to_move, true},
    {"Seat", "__tostring(seat)", "string", "", seat_text, false},
    {"Seat", "__eq(a, b)", "boolean", "", seat_equal, false},
    {"", "refuse(why)", "", "The answers given are not allowed, for this reason; the player answers again.", refuse,
     false},
    {"", "because(why)", "", "Tells those who ask for an explanation why the card does what it does, or nothing.",
     because, false},
    {"", "cannot(why)", "", "The card cannot take effect at all, for this reason.", cannot, false},
};

}  // namespace

std::span<const ApiWord> seat_words() { return kWords; }

}  // namespace gofuda::api
