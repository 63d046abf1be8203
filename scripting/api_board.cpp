#include <string_view>

#include "scripting/api_word.hpp"

namespace gofuda::api {

namespace of_board {
namespace {

void remove(Run& run, LuaBoard, const PointSet& points, lua_State* L) {
  name_points(L, run, points.count());
  points.for_each([&](Point p) { run.unit().remove.push_back(p); });
}

void recolour(Run& run, LuaBoard, const PointSet& points, Seat seat, lua_State* L) {
  name_points(L, run, points.count());
  points.for_each([&](Point p) { run.unit().recolour.push_back({p, colour_of(seat)}); });
}

void settle(Run& run, LuaBoard) { run.settle(); }

void suicidal(Run& run, LuaBoard, const char* text, lua_State* L) {
  const std::string_view how = text;
  if (how == "refuse")
    run.on_suicide(OnSuicide::refuse);
  else if (how == "skip")
    run.on_suicide(OnSuicide::skip);
  else if (how == "die")
    run.on_suicide(OnSuicide::die);
  else
    LuaState::raise(L, "argument",
                    "suicidal stones are to \"refuse\", \"skip\" or \"die\", not \"" + std::string(how) + "\"");
}

void may_repeat(Run& run, LuaBoard) { run.free_repeat(); }
void no_repeat(Run& run, LuaBoard) { run.no_repeat(); }

void each_by_itself(Run& run, LuaBoard) { run.one_by_itself(); }

void undo(Run& run, LuaBoard, const LuaMove& move) {
  if (!run.cancel(move.index))
    run.refuse("a move can be undone only once, and only while nothing else has changed the board");
}

PointSet points(LuaBoard, const char* text, const Grid& grid, lua_State* L) {
  LuaState::charge(L, std::string_view(text).size());
  PointSet out;
  std::string word;
  for (const char* c = text;; ++c) {
    if (*c && *c != ' ') {
      word += *c;
      continue;
    }
    if (!word.empty()) {
      const Point p = grid.parse(word);
      if (p == kNoPoint)
        LuaState::raise(L, "argument",
                        "'" + word + "' is no point of this board" +
                            (word.find(',') == std::string::npos
                                 ? ""
                                 : "; points are kept apart by blanks alone: board:points(\"D4 E5\")"));
      out.insert(p);
      word.clear();
    }
    if (!*c) return out;
  }
}

PointSet lot(Run& run, LuaBoard, Several n, const PointSet& from, lua_State* L) {
  LuaState::charge(L, 8 + 12 * static_cast<std::uint64_t>(n.value));
  PointSet out;
  if (n.value == 0) return out;
  if (const auto* drawn = run.lot(n.value, from))
    for (Point p : drawn->points()) out.insert(p);
  return out;
}

TheArgument toss(Run& run, LuaBoard, Labels labels) {
  const auto* drawn = run.toss(std::move(labels.list));
  return {drawn ? labels.first + static_cast<int>(drawn->label()) : 0};
}

PointSet region(LuaBoard, const char* name, const Grid& grid, lua_State* L) {
  const Region* r = grid.region(name);
  if (!r) LuaState::raise(L, "argument", "the board has no region '" + std::string(name) + "'");
  return r->points;
}

// visit(chain, one of its stones) for each chain with a stone in the set.
template <class F>
void for_each_chain_in(const Board& board, const PointSet& points, lua_State* L, F&& visit) {
  PointSet left = points;
  if (points.count() < 8)
    points.for_each([&](Point p) {
      if (board.at(p) != Colour::black && board.at(p) != Colour::white) left.erase(p);
    });
  else
    left &= board.stones();
  for (Point p = left.first(); p != kNoPoint; p = left.first()) {
    const PointSet chain = board.chain(p);
    LuaState::charge(L, 4 * static_cast<std::uint64_t>(chain.count()));
    left -= chain;
    visit(chain, p);
  }
}

PointSet chain(Run& run, LuaBoard, const PointSet& points, lua_State* L) {
  PointSet out;
  for_each_chain_in(run.position().board, points, L, [&](const PointSet& chain, Point) { out |= chain; });
  return out;
}

PointSet liberties(Run& run, LuaBoard, const PointSet& points, lua_State* L) {
  const Board& board = run.position().board;
  PointSet out;
  for_each_chain_in(board, points, L, [&](const PointSet&, Point p) { out |= board.liberties(p); });
  return out;
}

// The stones of the set for whose chains count(chain, one of its stones) is in the range.
template <class F>
PointSet those_of(const Board& board, const PointSet& points, Range range, lua_State* L, F&& count) {
  PointSet out;
  for_each_chain_in(board, points, L, [&](const PointSet& chain, Point p) {
    const int n = count(chain, p);
    if (n >= range.least && n <= range.most) out |= chain;
  });
  return out & points;
}

PointSet with_liberties(Run& run, LuaBoard, const PointSet& points, Range range, lua_State* L) {
  const Board& board = run.position().board;
  return those_of(board, points, range, L, [&](const PointSet&, Point p) { return board.liberties(p).count(); });
}

PointSet in_chains_of(Run& run, LuaBoard, const PointSet& points, Range range, lua_State* L) {
  return those_of(run.position().board, points, range, L, [](const PointSet& chain, Point) { return chain.count(); });
}

ThePoints empty(Run& run, LuaBoard) { return {vacant(run), true}; }
PointSet all_stones(Run& run, LuaBoard) { return stones(run, Colour::black) | stones(run, Colour::white); }
PointSet all(LuaBoard, const Grid& grid) { return grid.points(); }
PointSet none(LuaBoard) { return {}; }
int width(LuaBoard, const Grid& grid) { return grid.width(); }
int height(LuaBoard, const Grid& grid) { return grid.height(); }
int turn(Run& run, LuaBoard) { return run.position().turn; }
Pushed protocol(LuaBoard, lua_State* L) { return LuaScripts::from(L).push_protocol(L), Pushed{}; }
std::string_view board_text(LuaBoard) { return "board"; }

using enum Does;
constexpr ApiWord kWords[] = {
    {"Board", "remove(points)", "", "Takes the stones on these points off the board.", word<changes, remove, "remove">,
     false},
    {"Board", "recolour(points, seat)", "", "Replaces the stones on these points by the seat's.",
     word<changes, recolour, "recolour">, false},
    {"Board", "settle()", "",
     "Lets what was set, removed and recoloured so far land now: captures, suicide and ko are judged. Without it, that "
     "happens at the end of the play.",
     word<changes, settle, "settle">, false},
    {"Board", "suicidal(how)", "",
     "What happens to stones of this play that would be left without a liberty: \"refuse\" the play (as without this "
     "word; where rules.suicide allows it they come off), \"skip\" them and judge the rest, or let them \"die\".",
     word<changes, suicidal, "suicidal">, false},
    {"Board", "may_repeat()", "", "The ko rules do not judge this play.", word<changes, may_repeat, "may_repeat">,
     false},
    {"Board", "no_repeat()", "",
     "This play may not bring back the board of any earlier move, whatever the ko rules say.",
     word<changes, no_repeat, "no_repeat">, false},
    {"Board", "each_by_itself()", "",
     "Each stone that this play sets or recolours must be no suicide even if it were the only one; they land together.",
     word<changes, each_by_itself, "each_by_itself">, false},
    {"Board", "undo(move)", "",
     "Puts the board back to what it was before the move (and all of its group), ko included. Nothing may have changed "
     "the board since.",
     word<changes, undo, "undo">, false},
    {"Board", "lot(n, points)", "Points",
     "So many points of the set, drawn by chance. When the set is too small the card cannot "
     "take effect.",
     word<acts, lot>, false},
    {"Board", "toss(label, ...)", "string", "One of the labels, each one word, drawn by chance.", word<acts, toss>,
     false},
    {"Board", "points(text)", "Points", "The points named in the text: board:points(\"D4 E5\").", word<looks, points>,
     false},
    {"Board", "region(name)", "Points", "The points of a named region of the board.", word<looks, region>, false},
    {"Board", "chain(points)", "Points", "All stones of the chains that have a stone in the set.", word<looks, chain>,
     false},
    {"Board", "liberties(points)", "Points", "The liberties of the chains that have a stone in the set.",
     word<looks, liberties>, false},
    {"Board", "with_liberties(points, least, most)", "Points",
     "The stones of the set whose chains have that many liberties; with one number, exactly so many.",
     word<looks, with_liberties>, false},
    {"Board", "in_chains_of(points, least, most)", "Points",
     "The stones of the set that stand in chains of that many stones; with one number, exactly so many.",
     word<looks, in_chains_of>, false},
    {"Board", "empty", "Points", "The empty points that this play has not used yet.", word<looks, empty>, true},
    {"Board", "stones", "Points", "All stones of both sides.", word<looks, all_stones>, true},
    {"Board", "all", "Points", "All points of the board.", word<looks, all>, true, true},
    {"Board", "none", "Points", "No points.", word<looks, none>, true, true},
    {"Board", "width", "integer", "Columns of the board.", word<looks, width>, true, true},
    {"Board", "height", "integer", "Rows of the board.", word<looks, height>, true, true},
    {"Board", "turn", "integer", "The number of the turn, from 1.", word<looks, turn>, true},
    {"Board", "protocol", "table",
     "The house rules chosen for the turn protocol: board.protocol.name; nil for one that it does not have.",
     word<looks, protocol>, true, true},
    {"Board", "__tostring(board)", "string", "", word<looks, board_text>, false},
};

}  // namespace
}  // namespace of_board

std::span<const ApiWord> board_words() { return of_board::kWords; }

}  // namespace gofuda::api
