#include <algorithm>
#include <string_view>

#include "scripting/api_word.hpp"

namespace gofuda::api {

namespace of_seat {
namespace {

ThePoints pick(Run& run, const LuaSeat& seat, Range n, const LuaPoints& from, std::optional<const char*> purpose,
               lua_State* L) {
  Question& q = run.prepare(QuestionKind::points, seat.seat);
  q.ordered = run.rules().rules.placement == PlacementRule::one_by_one && from.vacant;
  q.from = q.ordered ? run.reachable(n.most) : from.set;
  const int there = q.from.count();
  if (there < n.least) {
    run.fail_unplayable((there == 0   ? "there is no point to choose from, and "
                         : there == 1 ? "there is 1 point to choose from, and "
                                      : "there are " + std::to_string(there) + " points to choose from, and ") +
                        std::to_string(n.least) + (n.least == 1 ? " is wanted" : " are wanted"));
    return {};
  }
  if (n.most == 0 || (n.least == 0 && there == 0)) return {};
  q.least = n.least;
  q.most = std::min(n.most, there);
  q.card = run.card_in_play();
  q.secret |= seat.secret;
  if (purpose) q.purpose = *purpose;
  const bool ordered = q.ordered;
  const auto* answer = run.ask();
  ThePoints picked;
  if (!answer) return picked;
  const std::size_t drawn = n.least == n.most ? 16 * answer->points().size() : 32 * static_cast<std::size_t>(n.most);
  LuaState::charge(L, drawn);  // a random one of such sets takes about as long
  for (Point p : answer->points()) picked.set.insert(p);
  if (ordered) picked.order = answer->points();
  return picked;
}

TheArgument choose(Run& run, const LuaSeat& seat, PurposedLabels labels) {
  Question& q = run.prepare(QuestionKind::choice, seat.seat);
  q.purpose = std::move(labels.purpose);
  q.labels = std::move(labels.list);
  q.card = run.card_in_play();
  q.secret |= seat.secret;
  const auto* answer = run.ask();
  return {answer ? labels.first + static_cast<int>(answer->label()) : 0};
}

void place(Run& run, Seat seat, const LuaPoints& points, lua_State* L) {
  name_points(L, run, points.set.count());
  const Colour c = colour_of(seat);
  auto& list = run.unit().place;
  if (points.ordered)
    for (int i = 0; i < points.ordered; ++i) list.push_back({points.order()[i], c});
  else
    points.set.for_each([&](Point p) { list.push_back({p, c}); });
}

void stone(Run& run, Seat seat, const PointSet* only) { run.stone(seat, only); }
void skip(Run& run, Seat) { run.skip(); }
void miss_turn(Run& run, Seat seat) { run.miss_turn(seat); }

std::size_t move(Run& run, Seat seat) {
  const std::size_t first = run.position().moves.size();
  if (run.position().to_move == seat)
    run.part(seat);
  else
    run.lone_turn(seat);
  return run.position().moves.size() - first;
}

void restrict_stone(Run& run, Seat seat, const PointSet& points, std::optional<const char*> how, lua_State* L) {
  if (how && std::string_view(*how) != "must")
    LuaState::raise(L, "argument", "restrict(points) leaves the pass; restrict(points, \"must\") does not");
  run.restrict_stone(seat, points, how.has_value());
}

void forbid(Run& run, Seat seat, const PointSet& points, std::optional<Count<1, 99>> turns) {
  run.forbid(seat, points, turns ? turns->value : 1);
}

void exchange(Run& run, Seat, Body<"exchange"> body) {
  run.begin_exchange();
  body.run();
  run.end_exchange();
}

void as_one_move(Run& run, Seat seat, Body<"as_one_move"> body) {
  run.begin_group();
  body.run();
  run.end_group(seat);
}

PointSet stones_of(Run& run, Seat seat) { return stones(run, colour_of(seat)); }
std::string_view name(Seat seat) { return seat_name(seat); }
TheSeat opponent(Seat seat) { return {other(seat)}; }
TheSeat secret(Seat seat) { return {seat, true}; }
TheMove last_move(Run& run, Seat seat, lua_State* L) {
  return {api::last_move(L, run.position(), seat, static_cast<int>(run.position().moves.size()))};
}
int moves(Run& run, Seat seat, lua_State* L) {
  LuaState::charge(L, run.position().moves.size() / 8);
  return run.position().moves_of(seat);
}
PointSet legal(Run& run, Seat seat, lua_State* L) {
  LuaState::charge(L, 8 * static_cast<std::uint64_t>(run.rules().grid.area()));
  return run.legal_stones(seat);
}
int taken(Run& run, Seat seat) { return run.position().prisoners[index(seat)]; }
bool to_move(Run& run, Seat seat) { return run.position().to_move == seat; }
bool equal(Seat a, Seat b) { return a == b; }

void refuse(Run& run, const char* why) { run.refuse(why); }
void because(Run& run, const char* why) {
  if (run.remarked()) run.remark_in_play(why);
}
void cannot(Run& run, std::optional<const char*> why) { run.fail_unplayable(why.value_or("")); }

using enum Does;
constexpr ApiWord kWords[] = {
    {"Seat", "pick(least, most, points, purpose)", "Points",
     "Asks the player for that many different points of the set. With one number, exactly so many. When the set is too "
     "small the card cannot take effect.",
     word<asks, pick>, false},
    {"Seat", "choose(label, ...)", "string",
     "Asks the player for one of the labels, each one word. A last text of several words says what for.",
     word<asks, choose>, false},
    {"Seat", "place(points)", "",
     "Sets stones of this side. All stones of a play land together (or one by one, where rules.placement says so).",
     word<changes, place, "place">, false},
    {"Seat", "stone(points)", "",
     "An ordinary stone or a pass: a move of its own. With points, a stone on one of these, and no pass; when none of "
     "them is "
     "legal the card cannot take effect.",
     word<acts, stone>, false},
    {"Seat", "restrict(points, how)", "",
     "This side's next ordinary stone may only stand on these points; it is free if none of them is legal then. It may "
     "pass "
     "instead, unless how is \"must\". Cards are not bound by it: forbid(board.all - points) binds all that is played.",
     word<acts, restrict_stone>, false},
    {"Seat", "forbid(points, turns)", "",
     "From now on, until the end of this side's next turn or of so many, nothing that it plays, cards included, may "
     "set "
     "a stone on these points.",
     word<acts, forbid>, false},
    {"Seat", "exchange(play)", "",
     "Runs the function; the moves in it belong to this turn: no card answers them, and passes among them end nothing.",
     word<acts, exchange>, false},
    {"Seat", "move()", "integer", "Runs the turn's 'move' function for this side; how many moves it made.",
     word<acts, move>, false},
    {"Seat", "skip()", "", "What is being played uses up the turn without effect.", word<acts, skip>, false},
    {"Seat", "miss_turn()", "", "This side's next turn is lost.", word<acts, miss_turn>, false},
    {"Seat", "as_one_move(play)", "", "Runs the function; the moves in it are one move to answering cards.",
     word<acts, as_one_move>, false},
    {"Seat", "stones", "Points", "The stones of this side on the board.", word<looks, stones_of>, true},
    {"Seat", "legal", "Points", "Where this side could set an ordinary stone now.", word<looks, legal>, true},
    {"Seat", "secret", "Seat",
     "This side, asked so that the opponent does not see the answer: me.secret:pick(1, board.empty).",
     word<looks, secret>, true, true},
    {"Seat", "name", "string", "\"black\" or \"white\".", word<looks, name>, true, true},
    {"Seat", "opponent", "Seat", "The other side.", word<looks, opponent>, true, true},
    {"Seat", "last_move", "Move?",
     "This side's last finished move, so not the play that is going on; answers are left out; nil before the first.",
     word<looks, last_move>, true},
    {"Seat", "moves", "integer",
     "How many moves this side has finished: as many as last_move and the previous one of each lead to.",
     word<looks, moves>, true},
    {"Seat", "captured", "integer", "Stones this side has captured so far.", word<looks, taken>, true},
    {"Seat", "to_move", "boolean", "Whether it is this side's turn.", word<looks, to_move>, true},
    {"Seat", "__tostring(seat)", "string", "", word<looks, name>, false},
    {"Seat", "__eq(a, b)", "boolean", "", word<looks, equal>, false},
    {"", "refuse(why)", "", "The answers given are not allowed, for this reason; the player answers again.",
     word<asks, refuse>, false},
    {"", "because(why)", "", "Tells those who ask for an explanation why the card does what it does, or nothing.",
     word<looks, because>, false},
    {"", "cannot(why)", "", "The card cannot take effect at all, for this reason.", word<asks, cannot>, false},
};

}  // namespace
}  // namespace of_seat

std::span<const ApiWord> seat_words() { return of_seat::kWords; }

}  // namespace gofuda::api
