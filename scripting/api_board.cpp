#include <cstring>

#include "scripting/api_objects.hpp"
#include "scripting/lua_sandbox.hpp"

namespace gofuda::api {

namespace {

int remove(lua_State* L) {
  check(L, 1, kBoard);
  const LuaPoints& points = points_at(L, 2);
  Run& run = play_of(L, "remove");
  go_on(L, run);
  name_points(L, run, points.set.count());
  points.set.for_each([&](Point p) { run.unit().remove.push_back(p); });
  return 0;
}

int recolour(lua_State* L) {
  check(L, 1, kBoard);
  const LuaPoints& points = points_at(L, 2);
  Seat seat = seat_at(L, 3);
  Run& run = play_of(L, "recolour");
  go_on(L, run);
  name_points(L, run, points.set.count());
  points.set.for_each([&](Point p) { run.unit().recolour.push_back({p, colour_of(seat)}); });
  return 0;
}

int settle(lua_State* L) {
  check(L, 1, kBoard);
  Run& run = play_of(L, "settle");
  go_on(L, run);
  run.settle();
  go_on(L, run);
  return 0;
}

int suicidal(lua_State* L) {
  check(L, 1, kBoard);
  std::string how = text_at(L, 2);
  Run& run = play_of(L, "suicidal");
  go_on(L, run);
  if (how == "refuse")
    run.on_suicide(OnSuicide::refuse);
  else if (how == "skip")
    run.on_suicide(OnSuicide::skip);
  else if (how == "die")
    run.on_suicide(OnSuicide::die);
  else
    LuaState::raise(L, "argument", "suicidal stones are to \"refuse\", \"skip\" or \"die\", not \"" + how + "\"");
  return 0;
}

int may_repeat(lua_State* L) {
  check(L, 1, kBoard);
  Run& run = play_of(L, "may_repeat");
  go_on(L, run);
  run.free_repeat();
  return 0;
}

int no_repeat(lua_State* L) {
  check(L, 1, kBoard);
  Run& run = play_of(L, "no_repeat");
  go_on(L, run);
  run.no_repeat();
  return 0;
}

int undo(lua_State* L) {
  check(L, 1, kBoard);
  int move = static_cast<LuaMove*>(check(L, 2, kMove))->index;
  Run& run = play_of(L, "undo");
  go_on(L, run);
  if (!run.cancel(move)) {
    run.refuse("a move can be undone only once, and only while nothing else has changed the board");
    LuaState::stop(L);
  }
  return 0;
}

int points(lua_State* L) {
  check(L, 1, kBoard);
  std::string text = text_at(L, 2), word;
  Run& run = run_of(L);
  LuaPoints& out = push_points(L);
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != ' ') {
      word += text[i];
      continue;
    }
    if (word.empty()) continue;
    Point p = run.rules().grid.parse(word);
    if (p == kNoPoint) LuaState::raise(L, "argument", "'" + word + "' is no point of this board");
    out.set.insert(p);
    word.clear();
  }
  return 1;
}

int lot(lua_State* L) {
  check(L, 1, kBoard);
  long n = count_at(L, 2, 0, kMaxSide * kMaxSide);
  PointSet from = points_at(L, 3).set;
  Run& run = run_of(L);
  go_on(L, run);
  if (n == 0) return push_points(L), 1;
  const auto* a = run.lot(static_cast<int>(n), from);
  if (!a) LuaState::stop(L);
  LuaPoints& out = push_points(L);
  for (std::uint16_t p : *a) out.set.insert(p);
  return 1;
}

int toss(lua_State* L) {
  check(L, 1, kBoard);
  std::vector<std::string> labels = labels_at(L, 2);
  Run& run = run_of(L);
  go_on(L, run);
  const auto* a = run.toss(std::move(labels));
  if (!a) LuaState::stop(L);
  return lua_pushvalue(L, 2 + (*a)[0]), 1;
}

int region(lua_State* L) {
  check(L, 1, kBoard);
  std::string name = text_at(L, 2);
  const Region* r = run_of(L).rules().grid.region(name);
  if (!r) LuaState::raise(L, "argument", "the board has no region '" + name + "'");
  push_points(L).set = r->points;
  return 1;
}

int neighbours(lua_State* L) {
  check(L, 1, kBoard);
  const PointSet& from = points_at(L, 2).set;
  const Grid& grid = run_of(L).rules().grid;
  LuaState::charge(L, static_cast<std::uint64_t>(from.count()));
  LuaPoints& out = push_points(L);
  from.for_each([&](Point p) {
    for (int d : kNeighbours)
      if (Point q = static_cast<Point>(p + d); grid.exists(q) && !from.contains(q)) out.set.insert(q);
  });
  return 1;
}

int chains(lua_State* L, PointSet (Board::*of)(Point) const) {
  check(L, 1, kBoard);
  PointSet left = points_at(L, 2).set;
  const Board& board = run_of(L).position().board;
  LuaPoints& out = push_points(L);
  for (Point p = left.first(); p != kNoPoint; p = left.first()) {
    left.erase(p);
    if (board.at(p) != Colour::black && board.at(p) != Colour::white) continue;
    PointSet chain = board.chain(p);
    LuaState::charge(L, 4 * static_cast<std::uint64_t>(chain.count()));
    left -= chain;
    out.set |= of == &Board::chain ? chain : (board.*of)(p);
  }
  return 1;
}
int chain(lua_State* L) { return chains(L, &Board::chain); }
int liberties(lua_State* L) { return chains(L, &Board::liberties); }

int get_empty(lua_State* L) {
  check(L, 1, kBoard);
  LuaPoints& p = push_points(L);
  p.set = vacant(run_of(L));
  p.vacant = true;
  return 1;
}
int get_stones(lua_State* L) {
  check(L, 1, kBoard);
  Run& run = run_of(L);
  push_points(L).set = stones(run, Colour::black) | stones(run, Colour::white);
  return 1;
}
int get_all(lua_State* L) {
  check(L, 1, kBoard);
  push_points(L).set = run_of(L).rules().grid.points();
  return 1;
}
int get_none(lua_State* L) {
  check(L, 1, kBoard);
  push_points(L);
  return 1;
}
int get_width(lua_State* L) { return lua_pushinteger(L, run_of(L).rules().grid.width()), 1; }
int get_height(lua_State* L) { return lua_pushinteger(L, run_of(L).rules().grid.height()), 1; }
int get_turn(lua_State* L) { return lua_pushinteger(L, run_of(L).position().turn), 1; }
int get_protocol(lua_State* L) { return check(L, 1, kBoard), LuaScripts::from(L).push_protocol(), 1; }
int board_text(lua_State* L) { return lua_pushstring(L, "board"), 1; }

constexpr ApiWord kWords[] = {
    {"Board", "remove(points)", "", "Takes the stones on these points off the board.", remove, false},
    {"Board", "recolour(points, seat)", "", "Replaces the stones on these points by the seat's.", recolour, false},
    {"Board", "settle()", "",
     "Lets what was set, removed and recoloured so far land now: captures, suicide and ko are judged. Without it, that "
     "happens at the end of the play.",
     settle, false},
    {"Board", "suicidal(how)", "",
     "What happens to stones of this play that would be left without a liberty: \"refuse\" the play (as without this "
     "word), \"skip\" them and judge the rest, or let them \"die\".",
     suicidal, false},
    {"Board", "may_repeat()", "", "The ko rules do not judge this play.", may_repeat, false},
    {"Board", "no_repeat()", "",
     "This play may not bring back the board of any earlier move, whatever the ko rules say.", no_repeat, false},
    {"Board", "undo(move)", "",
     "Puts the board back to what it was before the move (and all of its group), ko included. Nothing may have changed "
     "the board since.",
     undo, false},
    {"Board", "lot(n, points)", "Points",
     "So many points of the set, drawn by chance. When the set is too small the card cannot "
     "take effect.",
     lot, false},
    {"Board", "toss(label, ...)", "string", "One of the labels, each one word, drawn by chance.", toss, false},
    {"Board", "points(text)", "Points", "The points named in the text: board:points(\"D4 E5\").", points, false},
    {"Board", "region(name)", "Points", "The points of a named region of the board.", region, false},
    {"Board", "neighbours(points)", "Points", "The points next to the set, the set itself left out.", neighbours,
     false},
    {"Board", "chain(points)", "Points", "All stones of the chains that have a stone in the set.", chain, false},
    {"Board", "liberties(points)", "Points", "The liberties of the chains that have a stone in the set.", liberties,
     false},
    {"Board", "empty", "Points", "The empty points that this play has not used yet.", get_empty, true},
    {"Board", "stones", "Points", "All stones of both sides.", get_stones, true},
    {"Board", "all", "Points", "All points of the board.", get_all, true},
    {"Board", "none", "Points", "No points.", get_none, true},
    {"Board", "width", "integer", "Columns of the board.", get_width, true},
    {"Board", "height", "integer", "Rows of the board.", get_height, true},
    {"Board", "turn", "integer", "The number of the turn, from 1.", get_turn, true},
    {"Board", "protocol", "table",
     "The house rules chosen for the turn protocol: board.protocol.name; nil for one that it does not have.",
     get_protocol, true},
    {"Board", "__tostring(board)", "string", "", board_text, false},
};

}  // namespace

std::span<const ApiWord> board_words() { return kWords; }

}  // namespace gofuda::api
