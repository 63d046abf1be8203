// Words about tokens, points for the count, walls, marks and secret answers of both sides.
#include <cstdlib>

#include "core/notation/tally_text.hpp"
#include "scripting/api_word.hpp"
#include "scripting/diagnostic.hpp"

namespace gofuda::api {

namespace {

using Amount = Count<0, Tally::kMostTokens>;

struct NamedToken {
  int number;
};
struct Mark {
  int number;
};
struct HalfPoints {
  int twice;
};

template <class List, class Text>
[[noreturn]] void unknown(lua_State* L, const char* kind, const std::string& name, const List& list, Text&& text) {
  std::vector<std::string> known;
  for (const auto& one : list) known.push_back(text(one));
  const std::string meant = did_you_mean(name, known);
  LuaState::raise(
      L, "unknown-name",
      std::string("the game has no ") + kind + " '" + printable(name) + "'" +
          (meant.empty() ? "; name it in the card, " + std::string(kind) + "s = { \"...\" }, or in the deck" : meant));
}

}  // namespace

template <>
struct Argument<NamedToken> {
  static constexpr Takes kTakes = Takes::text;
  static NamedToken take(lua_State* L, int& i) {
    const std::string name = text_at(L, i++);
    const TallyNames& names = rules_of(L).names;
    if (const int n = names.token(name); n >= 0) return {n};
    unknown(L, "token", name, names.tokens, [](const auto& t) { return t.name; });
  }
};
template <>
struct Argument<Mark> {
  static constexpr Takes kTakes = Takes::text;
  static Mark take(lua_State* L, int& i) {
    const std::string name = text_at(L, i++);
    const TallyNames& names = rules_of(L).names;
    if (const int n = names.mark(name); n >= 0) return {n};
    unknown(L, "mark", name, names.marks, [](const std::string& m) { return m; });
  }
};
template <>
struct Argument<HalfPoints> {
  static constexpr Takes kTakes = Takes::number;
  static HalfPoints take(lua_State* L, int& i) { return {half_points_at(L, i++)}; }
};

namespace of_tally {
namespace {

// --- tokens

std::string holding(const Run& run, NamedToken token, int n) {
  return std::to_string(n) + " " + run.rules().names.tokens[static_cast<std::size_t>(token.number)].name;
}

void change_tokens(Run& run, Seat seat, NamedToken token, int by) {
  if (by != 0) run.tally({TallyChange::tokens, static_cast<std::uint8_t>(token.number), seat, by, {}, 0});
}

void gain(Run& run, Seat seat, NamedToken token, Amount n, lua_State* L) {
  const int have = run.position().tokens(token.number, seat);
  if (have + n.value > Tally::kMostTokens)
    LuaState::raise(L, "limit",
                    std::string(seat_name(seat)) + " would hold " + holding(run, token, have + n.value) + "; " +
                        std::to_string(Tally::kMostTokens) + " are the most");
  change_tokens(run, seat, token, n.value);
}

void pay(Run& run, Seat seat, NamedToken token, Amount n) {
  const int have = run.position().tokens(token.number, seat);
  if (have < n.value)
    return static_cast<void>(run.fail_unplayable(std::string(seat_name(seat)) + " has " + holding(run, token, have) +
                                                 ", and " + std::to_string(n.value) + " are to be paid"));
  change_tokens(run, seat, token, -n.value);
}

Pushed tokens(Run& run, Seat seat, lua_State* L) {
  const std::vector<TallyNames::Token>& names = run.rules().names.tokens;
  LuaState::charge(L, 16 + 8 * names.size());
  lua_createtable(L, 0, static_cast<int>(names.size()));
  for (std::size_t i = 0; i < names.size(); ++i) {
    lua_pushinteger(L, run.position().tokens(static_cast<int>(i), seat));
    lua_setfield(L, -2, names[i].name.c_str());
  }
  LuaState::freeze(L, true, "tokens");
  return {};
}

// --- points for the count

void score(Run& run, Seat seat, HalfPoints n, lua_State* L) {
  const int after = run.position().points2[static_cast<std::size_t>(index(seat))] + n.twice;
  if (std::abs(after) > 2 * Tally::kMostTokens)
    LuaState::raise(L, "limit",
                    std::string(seat_name(seat)) + " would have " + points_text(kHalfPoint * after) + " points; " +
                        std::to_string(Tally::kMostTokens) + " are the most, either way");
  if (n.twice != 0) run.tally({TallyChange::points, 0, seat, n.twice, {}, 0});
}

Pushed scored(Run& run, Seat seat, lua_State* L) {
  push_half_points(L, run.position().points2[static_cast<std::size_t>(index(seat))]);
  return {};
}

// --- walls

PointSet all_walls(Run& run, LuaBoard, lua_State* L) { return walls(run, L); }

void wall(Run& run, LuaBoard, const PointSet& points, lua_State* L) {
  name_points(L, run, points.count());
  points.for_each([&](Point p) { run.unit().wall.push_back(p); });
}

void unwall(Run& run, LuaBoard, const PointSet& points, lua_State* L) {
  const PointSet there = points & walls(run, L);
  name_points(L, run, there.count());
  there.for_each([&](Point p) { run.unit().unwall.push_back(p); });
}

// --- marks

template <TallyChange::Kind kKind>
void change_marks(Run& run, LuaBoard, Mark mark, const PointSet& points) {
  if (!points.empty()) run.tally({kKind, static_cast<std::uint8_t>(mark.number), run.position().to_move, 0, points, 0});
}

PointSet marked(Run& run, LuaBoard, Mark mark) { return run.position().marked(mark.number); }

// --- both sides

// The side at whose word it is answers first; both answers are on the stack when it is over.
TwoPushed both(Run& run, Seat seat, Body<"both"> ask, lua_State* L) {
  if (run.in_secret()) LuaState::raise(L, "argument", "both(...) stands within another both(...)");
  run.begin_secret();
  for (Seat side : {seat, other(seat)}) {
    lua_pushvalue(L, ask.place);
    LuaScripts::from(L).push_seat(L, side, true);
    lua_call(L, 1, 1);
  }
  run.end_secret();
  return {};
}

using enum Does;
constexpr ApiWord kWords[] = {
    {"Seat", "gain(token, n)", "",
     "Gives this side so many tokens of that name, which the card names in `tokens`, or the deck does.",
     word<acts, gain>, false},
    {"Seat", "pay(token, n)", "",
     "Takes so many tokens from this side. When it has fewer, the card cannot take effect.", word<acts, pay>, false},
    {"Seat", "tokens", "table", "How many tokens this side has: me.tokens.coin.", word<looks, tokens>, true},
    {"Seat", "score(n)", "",
     "Gives this side so many points for the count at the end, or takes them where n is negative; half points, too.",
     word<acts, score>, false},
    {"Seat", "scored", "number", "The points for the count that cards have given this side so far.",
     word<looks, scored>, true},
    {"Seat", "both(ask)", "any, any",
     "Runs ask(side) for this side and then for the other, neither of which sees what the other answers; then both "
     "answers are open. Gives what ask returned for this side and for the other. ask only asks: it says side:pick, "
     "side:choose or side:pick_card.",
     word<acts, both>, false},
    {"Board", "wall(points)", "",
     "Makes walls of these empty points when the play lands: off the board, nobody's, no liberty. A chain that loses "
     "its "
     "last liberty to a wall is captured; one of the player's own, as in suicide.",
     word<changes, wall, "wall">, false},
    {"Board", "unwall(points)", "", "Takes the walls on these points away; points without one stay as they are.",
     word<changes, unwall, "unwall">, false},
    {"Board", "walls", "Points", "The points that are walls.", word<looks, all_walls>, true},
    {"Board", "mark(name, points)", "",
     "Marks these points, for all to see, with a name that the card lists in `marks`, or the deck does. A mark stays, "
     "whatever comes to stand there.",
     word<acts, change_marks<TallyChange::marked>>, false},
    {"Board", "unmark(name, points)", "", "Takes that mark from these points.",
     word<acts, change_marks<TallyChange::unmarked>>, false},
    {"Board", "marked(name)", "Points", "The points with that mark.", word<looks, marked>, false},
};

}  // namespace
}  // namespace of_tally

std::span<const ApiWord> tally_words() { return of_tally::kWords; }

int half_points_at(lua_State* L, int i) {
  if (lua_type(L, i) != LUA_TNUMBER) wrong_object(L, i, "number");
  const lua_Number n = lua_tonumber(L, i);
  if (const char* wrong = wrong_points(n)) LuaState::raise(L, "argument", argument_text(L, i) + " " + wrong);
  return static_cast<int>(2 * n);
}

void push_half_points(lua_State* L, int twice) {
  if (twice % 2 == 0)
    lua_pushinteger(L, twice / 2);
  else
    lua_pushnumber(L, twice / 2.0);
}

}  // namespace gofuda::api
