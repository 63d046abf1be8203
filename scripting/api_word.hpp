// From a plain C++ function to a word of scripts. A word is written as what it takes and gives, as in
//
//   bool open_note(Run& run, Seat seat, const LuaCard& card) { return run.open_note(seat, card.id); }
//
// and word<Does::acts, open_note> is the function for Lua: it reads and checks the arguments, sees to it that the word
// may be said now, carries it out, unwinds the script if that has stopped the run, and hands the result back.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "scripting/api_objects.hpp"

namespace gofuda::api {

template <std::size_t kSize>
struct Name {
  char text[kSize];
  consteval Name(const char (&t)[kSize]) { std::copy_n(t, kSize, text); }
};

// --- what a word may take; each reads its argument at place i and steps on

template <long kLeast, long kMost>
struct Count {
  int value;
};
using Several = Count<0, kMaxSide * kMaxSide>;
struct Range {  // one number, or the least and the most
  int least, most;
};
struct OnePoint {  // a set of one
  Point point;
};
struct Labels {
  std::vector<std::string> list;  // all arguments from `first` on
  int first;
};
struct PurposedLabels : Labels {  // and, if the last argument is no single word, what they are for
  std::string purpose;
};
template <Name kWord>
struct Body {  // a function of the script; kWord says so when it is none
  lua_State* L;
  int place;
  void run() const {
    lua_pushvalue(L, place);
    lua_call(L, 0, 0);
  }
};
struct PlayedMove {
  int index;
  const Position& position;
  const Move& move() const { return position.moves[static_cast<std::size_t>(index)]; }
};

template <class T>
struct Argument;
template <>
struct Argument<lua_State*> {
  static lua_State* take(lua_State* L, int&) { return L; }
};
template <>
struct Argument<const Ruleset&> {
  static const Ruleset& take(lua_State* L, int&) { return rules_of(L); }
};
template <>
struct Argument<const Grid&> {
  static const Grid& take(lua_State* L, int&) { return rules_of(L).grid; }
};
template <>
struct Argument<const LuaSeat&> {
  static constexpr Takes kTakes = Takes::seat;
  static const LuaSeat& take(lua_State* L, int& i) { return seat_at(L, i++); }
};
template <>
struct Argument<Seat> {
  static constexpr Takes kTakes = Takes::seat;
  static Seat take(lua_State* L, int& i) { return seat_at(L, i++).seat; }
};
template <>
struct Argument<LuaBoard> {
  static constexpr Takes kTakes = Takes::board;
  static LuaBoard take(lua_State* L, int& i) { return object_at<LuaBoard>(L, i++, kBoard); }
};
template <>
struct Argument<const LuaPoints&> {
  static constexpr Takes kTakes = Takes::points;
  static const LuaPoints& take(lua_State* L, int& i) { return points_at(L, i++); }
};
template <>
struct Argument<const PointSet&> {
  static constexpr Takes kTakes = Takes::points;
  static const PointSet& take(lua_State* L, int& i) { return points_at(L, i++).set; }
};
template <>
struct Argument<OnePoint> {
  static constexpr Takes kTakes = Takes::points;
  static OnePoint take(lua_State* L, int& i) {
    const PointSet& points = points_at(L, i++).set;
    if (const int n = points.count(); n != 1)
      LuaState::raise(L, "argument",
                      "argument " + std::to_string(i - 2) + " must be a set of one point, not of " + std::to_string(n));
    return {points.first()};
  }
};
template <>
struct Argument<const LuaCard&> {
  static constexpr Takes kTakes = Takes::card;
  static const LuaCard& take(lua_State* L, int& i) { return card_at(L, i++); }
};
template <>
struct Argument<const CardInfo&> {
  static constexpr Takes kTakes = Takes::card;
  static const CardInfo& take(lua_State* L, int& i) { return rules_of(L).cards[card_at(L, i++).id]; }
};
template <>
struct Argument<const LuaPile&> {
  static constexpr Takes kTakes = Takes::pile;
  static const LuaPile& take(lua_State* L, int& i) { return pile_at(L, i++); }
};
template <>
struct Argument<const LuaMove&> {
  static constexpr Takes kTakes = Takes::move;
  static const LuaMove& take(lua_State* L, int& i) { return move_at(L, i++); }
};
template <>
struct Argument<PlayedMove> {
  static constexpr Takes kTakes = Takes::move;
  static PlayedMove take(lua_State* L, int& i) {
    const int index = move_at(L, i++).index;
    const Position& position = run_of(L).position();
    if (index < 0 || static_cast<std::size_t>(index) >= position.moves.size())
      LuaState::raise(L, "argument", "that move is no longer there");
    return {index, position};
  }
};
template <long kLeast, long kMost>
struct Argument<Count<kLeast, kMost>> {
  static constexpr Takes kTakes = Takes::number;
  static Count<kLeast, kMost> take(lua_State* L, int& i) { return {static_cast<int>(count_at(L, i++, kLeast, kMost))}; }
};
template <>
struct Argument<Range> {
  static constexpr Takes kTakes = Takes::range;
  static Range take(lua_State* L, int& i) {
    const int least = Argument<Several>::take(L, i).value;
    if (lua_type(L, i) != LUA_TNUMBER) return {least, least};
    return {least, static_cast<int>(count_at(L, i++, least, kMaxSide * kMaxSide))};
  }
};
template <>
struct Argument<const char*> {
  static constexpr Takes kTakes = Takes::text;
  static const char* take(lua_State* L, int& i) { return text_at(L, i++); }
};
template <>
struct Argument<Labels> {
  static constexpr Takes kTakes = Takes::labels;
  static Labels take(lua_State* L, int& i) { return {labels_at(L, i), i}; }
};
template <>
struct Argument<PurposedLabels> {
  static constexpr Takes kTakes = Takes::labels;
  static PurposedLabels take(lua_State* L, int& i) {
    std::string purpose;
    const int last = lua_gettop(L);
    if (last - i >= 2 && lua_type(L, last) == LUA_TSTRING) purpose = text_at(L, last);
    if (purpose.find(' ') == std::string::npos)
      purpose.clear();
    else
      lua_settop(L, last - 1);
    return {Argument<Labels>::take(L, i), std::move(purpose)};
  }
};
template <Name kWord>
struct Argument<Body<kWord>> {
  static constexpr Takes kTakes = Takes::function;
  static Body<kWord> take(lua_State* L, int& i) {
    if (!lua_isfunction(L, i)) LuaState::raise(L, "argument", std::string(kWord.text) + " takes a function");
    return {L, i++};
  }
};
template <class T>
struct Argument<std::optional<T>> {
  static constexpr Takes kTakes = Argument<T>::kTakes;
  static std::optional<T> take(lua_State* L, int& i) {
    if (lua_isnoneornil(L, i)) return ++i, std::nullopt;
    return Argument<T>::take(L, i);
  }
};
template <>
struct Argument<const PointSet*> {  // nullptr when it is left out
  static constexpr Takes kTakes = Takes::points;
  static const PointSet* take(lua_State* L, int& i) {
    return lua_isnoneornil(L, i) ? (++i, nullptr) : &Argument<const PointSet&>::take(L, i);
  }
};

// --- what a word may give

struct TheCard {
  Card card;  // kNoCard: nil
};
struct TheMove {
  int index;  // negative: nil
};
struct ThePile {
  Owner owner;
  Zone zone;
};
struct TheSeat {
  Seat seat;
  bool secret = false;
};
struct ThePoints {
  PointSet set;
  bool vacant = false;
  std::span<const Point> order = {};
};
struct TheArgument {
  int place;
};
struct Pushed {};     // the word has left its one result on the stack
struct TwoPushed {};  // or its two

inline void give(lua_State* L, bool b) { lua_pushboolean(L, b); }
template <class T>
requires(std::is_integral_v<T> && !std::is_same_v<T, bool>) void give(lua_State* L, T n) {
  lua_pushinteger(L, static_cast<lua_Integer>(n));
}
inline void give(lua_State* L, std::string_view s) { lua_pushlstring(L, s.data(), s.size()); }
inline void give(lua_State* L, const PointSet& set) { push_set(L, set); }
void give(lua_State* L, const ThePoints& points);
inline void give(lua_State* L, TheSeat s) { LuaScripts::from(L).push_seat(L, s.seat, s.secret); }
inline void give(lua_State* L, TheCard c) { LuaScripts::from(L).push_card(L, c.card); }
inline void give(lua_State* L, ThePile p) { LuaScripts::from(L).push_pile(L, p.owner, p.zone); }
inline void give(lua_State* L, TheArgument a) { lua_pushvalue(L, a.place); }
inline void give(lua_State* L, TheMove m) { m.index < 0 ? lua_pushnil(L) : new_move(L, m.index); }
inline void give(lua_State*, Pushed) {}
inline void give(lua_State*, TwoPushed) {}
template <class R>
inline constexpr int kResults = std::is_same_v<R, TwoPushed> ? 2 : 1;

// --- when a word may be said

enum class Does {
  looks,    // always, also in functions that only judge
  tries,    // so, too, but not once the game is over
  asks,     // neither while judging nor once the game is over
  acts,     // so, too, but not while both sides are asked at once
  changes,  // acts on the board, as only a play may
};

[[noreturn]] void only_looks(lua_State* L);
[[noreturn]] void only_asks(lua_State* L);
[[noreturn]] void only_in_a_card(lua_State* L, const char* word);
// The run has stopped, or the game is over: no more can be done. `plain`: as for LuaState::stop.
[[noreturn]] void unwind(lua_State* L, Run& run, bool plain);

// What any word costs, so that a script which only says words comes to its end in time, too; those that take longer
// charge for it.
template <Does kDoes>
constexpr int kSteps = kDoes == Does::looks     ? 8
                       : kDoes == Does::changes ? 32
                                                : 128;

template <Does kDoes, bool kPlain>
void before_word(lua_State* L, Run& run, const char* word) {
  lua_work(L) -= kSteps<kDoes>;
  if constexpr (kDoes >= Does::asks)
    if (LuaScripts::from(L).judging()) [[unlikely]]
      only_looks(L);
  if constexpr (kDoes == Does::acts || kDoes == Does::changes)
    if (run.in_secret()) [[unlikely]]
      only_asks(L);
  if constexpr (kDoes == Does::changes)
    if (!run.in_play()) [[unlikely]]
      only_in_a_card(L, word);
  if constexpr (kDoes != Does::looks)
    if (run.stopped() || run.position().over()) [[unlikely]]
      unwind(L, run, kPlain);
}

template <Does kDoes, bool kPlain>
void after_word(lua_State* L, Run& run) {
  if constexpr (kDoes != Does::looks)
    if (run.stopped()) [[unlikely]]
      unwind(L, run, kPlain);
}

template <class T>
inline constexpr bool kLeavesNothing = std::is_void_v<T> || std::is_trivially_destructible_v<T>;

template <Does kDoes, auto kFunction, Name kWord, class R, class... A>
int say(lua_State* L, R (*)(Run&, A...)) {
  [[maybe_unused]] int place = 1;
  std::tuple<A...> given{Argument<A>::take(L, place)...};
  Run& run = run_of(L);
  constexpr bool kPlain = kLeavesNothing<std::tuple<A...>> && kLeavesNothing<R>;
  before_word<kDoes, kPlain>(L, run, kWord.text);
  const auto carry_out = [&](A... a) -> R { return kFunction(run, std::forward<A>(a)...); };
  if constexpr (std::is_void_v<R>) {
    std::apply(carry_out, std::move(given));
    after_word<kDoes, kPlain>(L, run);
    return 0;
  } else {
    R result = std::apply(carry_out, std::move(given));
    after_word<kDoes, kPlain>(L, run);
    give(L, result);
    return kResults<R>;
  }
}

template <Does kDoes, auto kFunction, Name kWord, class R, class... A>
int say(lua_State* L, R (*)(A...)) {  // a look that needs no game
  static_assert(kDoes == Does::looks);
  int place = 1;
  std::tuple<A...> given{Argument<A>::take(L, place)...};
  give(L, std::apply(kFunction, std::move(given)));
  return 1;
}

// How many of Lua's arguments it takes that may not be left out.
template <class T>
inline constexpr int kNeeded = 1;
template <>
inline constexpr int kNeeded<lua_State*> = 0;
template <>
inline constexpr int kNeeded<const Ruleset&> = 0;
template <>
inline constexpr int kNeeded<const Grid&> = 0;
template <>
inline constexpr int kNeeded<const PointSet*> = 0;
template <class T>
inline constexpr int kNeeded<std::optional<T>> = 0;
template <class R, class... A>
constexpr int needed(R (*)(Run&, A...)) {
  return (0 + ... + kNeeded<A>);
}
template <class R, class... A>
constexpr int needed(R (*)(A...)) {
  return (0 + ... + kNeeded<A>);
}

// What it takes of Lua's arguments, each in its place.
template <class T>
inline constexpr bool kFromLua =
    !std::is_same_v<T, lua_State*> && !std::is_same_v<T, const Ruleset&> && !std::is_same_v<T, const Grid&>;
template <class... A>
struct TakenBy {
  static constexpr std::size_t kCount = (std::size_t{0} + ... + std::size_t{kFromLua<A>});
  template <class T>
  static constexpr void put(std::array<Taken, kCount>& list, std::size_t& n) {
    if constexpr (kFromLua<T>) list[n++] = {Argument<T>::kTakes, kNeeded<T> == 0};
  }
  static constexpr std::array<Taken, kCount> kList = [] {
    std::array<Taken, kCount> list{};
    std::size_t n = 0;
    (put<A>(list, n), ...);
    return list;
  }();
};
template <class R, class... A>
constexpr std::span<const Taken> taken(R (*)(Run&, A...)) {
  return TakenBy<A...>::kList;
}
template <class R, class... A>
constexpr std::span<const Taken> taken(R (*)(A...)) {
  return TakenBy<A...>::kList;
}

template <Does kDoes, auto kFunction, Name kWord>
int say_word(lua_State* L) {
  return say<kDoes, kFunction, kWord>(L, kFunction);
}
template <Does kDoes, auto kFunction, Name kWord = "">
inline constexpr ApiFunction word{&say_word<kDoes, kFunction, kWord>, needed(kFunction), taken(kFunction)};

}  // namespace gofuda::api
