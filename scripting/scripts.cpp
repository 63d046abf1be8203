#include "scripting/scripts.hpp"

#include <lauxlib.h>

#include <algorithm>
#include <stdexcept>

#include "core/halt.hpp"
#include "scripting/api_objects.hpp"
#include "scripting/lua_words.hpp"

namespace gofuda {

namespace {

// A ruleset whose turns are plain needs no Lua at all.
class NoScripts : public Scripts {
 public:
  Status turn(Run& run) override { return run.fail({"", "a plain game has no scripts", 0, "internal"}); }
  Status part(Run& run, Seat) override { return turn(run); }
  Status card(Run& run, Moment, Seat, Card, int) override { return turn(run); }
  bool may(Run&, Moment, Seat, Card, int) override { return false; }
  bool won(Run&, int, Seat, PointSet&) override { return false; }
};

// The object on top of the stack, which stays there, for push() to find again.
int ref_to_top(lua_State* L) {
  lua_pushvalue(L, -1);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

}  // namespace

std::unique_ptr<Scripts> make_scripts(std::shared_ptr<const Variant> variant) {
  if (variant->ruleset->plain && !variant->ruleset->wins.scripted()) return std::make_unique<NoScripts>();
  return std::make_unique<LuaScripts>(std::move(variant));
}

LuaScripts::LuaScripts(std::shared_ptr<const Variant> variant, LuaLimits limits)
    : variant_(std::move(variant)), state_(limits) {
  state_.user = this;
  lua_gc(state_.get(), LUA_GCGEN, 50, 0);  // nearly all that scripts make is soon garbage
  add_constructors(state_);
  make_objects();
  cards_.resize(variant_->cards.size());
  auto writes = [](const auto& script) { return script && script->writes; };
  any_writes_ = writes(variant_->turn) || std::any_of(variant_->cards.begin(), variant_->cards.end(), writes) ||
                std::any_of(variant_->wins.begin(), variant_->wins.end(), writes);
  load_turn();
  load_wins();
}

void LuaScripts::make_objects() {
  lua_State* L = state_.get();
  push_options("turn");
  LuaState::freeze(L, false, "board.protocol");
  protocol_ = luaL_ref(L, LUA_REGISTRYINDEX);
  std::vector<int> made;
  auto keep = [&] { return made.emplace_back(luaL_ref(L, LUA_REGISTRYINDEX)); };
  for (bool secret : {false, true})
    for (Seat s : {Seat::black, Seat::white}) new_seat(L, s, secret), seats_[secret][index(s)] = keep();
  new_board(L), board_ = keep();
  new_points_type(L), points_type_ = luaL_ref(L, LUA_REGISTRYINDEX);
  new_moves_type(L), moves_type_ = luaL_ref(L, LUA_REGISTRYINDEX);
  new_piles_type(L), piles_type_ = luaL_ref(L, LUA_REGISTRYINDEX);
  for (int ref : made) {
    push(L, ref);
    give_words(L, -1);
    lua_pop(L, 1);
  }
}

void LuaScripts::push_pile(lua_State* L, Owner o, Zone z) {
  int& ref = piles_[static_cast<std::size_t>(o)][static_cast<std::size_t>(z)];
  if (ref) return push(L, ref);
  state_.uncounted([&] {
    new_pile(L, o, z);
    give_words(L, -1);
    ref = ref_to_top(L);
  });
}

int LuaScripts::take_hook(const Script& s, const char* name) {
  if (!s.has(name)) return 0;
  lua_getfield(state_.get(), -1, name);
  const int function = luaL_ref(state_.get(), LUA_REGISTRYINDEX);
  if (work_.size() <= static_cast<std::size_t>(function)) work_.resize(static_cast<std::size_t>(function) + 1);
  work_[static_cast<std::size_t>(function)] = {&s, name, 0};
  return function;
}

// While a function runs: what it takes without the functions that run within it.
class LuaScripts::Working {
 public:
  Working(LuaScripts& scripts, int function) {
    if (scripts.tells_apart_) begin(scripts, function);
  }
  ~Working() {
    if (scripts_) end();
  }
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;

 private:
  void begin(LuaScripts& scripts, int function) {
    scripts_ = &scripts;
    function_ = static_cast<std::size_t>(function);
    begin_ = scripts.state_.steps_now();
    beside_ = std::exchange(scripts.within_, 0);
  }
  void end() {
    const std::uint64_t all = scripts_->state_.steps_now() - begin_;
    scripts_->work_[function_].steps += all - scripts_->within_;
    scripts_->within_ = beside_ + all;
  }

  LuaScripts* scripts_ = nullptr;  // where functions are told apart
  std::size_t function_ = 0;
  std::uint64_t begin_ = 0, beside_ = 0;
};

Fault LuaScripts::busiest() const {
  const auto most =
      std::max_element(work_.begin(), work_.end(), [](const Work& a, const Work& b) { return a.steps < b.steps; });
  if (most == work_.end() || most->steps == 0) return {};
  return {most->script->file, "", FieldLines(most->script->source).of(most->name), ""};
}

void LuaScripts::tell_apart_anew() {
  tells_apart_ = false;
  for (Work& w : work_) w.steps = 0;
}

// Scripts cannot change what they share: either because none has a way to, which makes reading quick, or because it is
// a view.
void LuaScripts::shield(bool writes, const char* what) {
  if (writes)
    LuaState::freeze(state_.get(), true, what);
  else
    LuaState::read_strictly(state_.get(), what);
}

void LuaScripts::push_options(const std::string& id) {
  lua_State* L = state_.get();
  lua_newtable(L);
  auto it = variant_->options.find(id);
  if (it != variant_->options.end())
    for (const auto& [name, chosen] : it->second) {
      if (chosen.option->type == ScriptOption::Type::number)
        lua_pushinteger(L, std::stoll(chosen.value));
      else if (chosen.option->type == ScriptOption::Type::boolean)
        lua_pushboolean(L, chosen.value == "true");
      else
        lua_pushstring(L, chosen.value.c_str());
      lua_setfield(L, -2, name.c_str());
    }
}

LuaScripts::CardRefs& LuaScripts::refs(CardId id) {
  if (!cards_[id].loaded) state_.uncounted([&] { load_card(id); });
  return cards_[id];
}

void LuaScripts::load_card(CardId id) {
  const Script& s = *variant_->cards[id];
  LuaError error;
  if (!run_chunk(state_, s, error)) throw std::runtime_error(s.file + ": " + error.message);
  lua_State* L = state_.get();
  CardRefs& r = cards_[id];
  r.loaded = true;
  for (int m = 0; m < kMoments; ++m)
    r.at[static_cast<std::size_t>(m)] = take_hook(s, row_of(static_cast<Moment>(m)).hook.data());
  r.may_announce = take_hook(s, "may_announce");
  r.answers = take_hook(s, "answers");
  lua_getfield(L, -1, "traits");
  push_options(s.id);
  shield(any_writes_, "this.option");
  new_card(L, id);  // takes the options and the traits
  r.self = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
}

void LuaScripts::load_turn() {
  if (!variant_->turn || variant_->turn->plain) return;
  const Script& s = *variant_->turn;
  LuaError error;
  if (!run_chunk(state_, s, error)) throw std::runtime_error(s.file + ": " + error.message);
  lua_State* L = state_.get();
  turn_.play = take_hook(s, "play");
  turn_.move = take_hook(s, "move");
  lua_pop(L, 1);
  turn_.self = self_of(s, "turn");
}

// What a script that is no card is handed as `this`.
int LuaScripts::self_of(const Script& s, const std::string& options) {
  lua_State* L = state_.get();
  lua_newtable(L);
  push_options(options);
  shield(s.writes, "this.option");
  lua_setfield(L, -2, "option");
  lua_pushstring(L, s.id.c_str());
  lua_setfield(L, -2, "id");
  shield(s.writes, "this");
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

void LuaScripts::load_wins() {
  for (const auto& s : variant_->wins) {
    wins_.emplace_back();
    if (!s->has("check") && !s->has("score")) continue;
    LuaError error;
    if (!run_chunk(state_, *s, error)) throw std::runtime_error(s->file + ": " + error.message);
    wins_.back().check = take_hook(*s, "check");
    wins_.back().score = take_hook(*s, "score");
    lua_pop(state_.get(), 1);
    wins_.back().self = self_of(*s, s->id);
  }
}

void LuaScripts::push_card(lua_State* L, Card c) {
  if (c.id == kNoCard) return lua_pushnil(L);
  CardRefs& r = refs(c.id);
  if (c.copy == kNoCopy) return push(L, r.self);
  const bool kept = c.copy < kKeptCopies;
  if (kept && r.copies.size() <= c.copy) r.copies.resize(c.copy + 1u);
  if (kept && r.copies[c.copy]) return push(L, r.copies[c.copy]);
  state_.uncounted([&] {
    push(L, r.self);
    new_card_of(L, -1, c.copy);
    lua_remove(L, -2);
    if (kept) r.copies[c.copy] = ref_to_top(L);
  });
}

// Scripts go through points one by one, and cannot change them: one object for each is enough.
void LuaScripts::push_point(lua_State* L, Point p) {
  if (points_[p]) return push(L, points_[p]);
  state_.uncounted([&] {
    api::LuaPoints& made = api::push_points(L);
    if (p != kNoPoint) made.set.insert(p);
    points_[p] = ref_to_top(L);
  });
}

// A script without loops ends by itself, but scripts can call one another for ever by way of the core.
bool LuaScripts::enter(Run& run, lua_State* L) {
  if (halted()) return run.fail({"", "the program is to stop", 0, "interrupted"}), false;
  if (++run.entries() <= kMaxEntries && depth_ < 150 && lua_checkstack(L, 24)) return true;
  run.fail({variant_->turn ? variant_->turn->file : "", "cards and turns call one another without end", 1, "limit"});
  return false;
}

void LuaScripts::push_sides(lua_State* L, Seat seat) {
  push_seat(L, seat);
  push_seat(L, other(seat));
  push(L, board_);
}

Fault LuaScripts::fault_of(const LuaError& e) const {
  Fault f{e.file, e.message, e.line, e.code};
  const auto look = [&](const std::shared_ptr<const Script>& s) {
    if (!s || s->file != e.file || f.column > 0) return;
    const int column = column_in(s->source, e.line, e.message);
    f.column = column > 1 ? column : 0;
  };
  look(variant_->turn);
  for (const auto& s : variant_->cards) look(s);
  for (const auto& s : variant_->wins) look(s);
  return f;
}

Status LuaScripts::call(Run& run, int arguments) {
  Run* outer = run_;
  run_ = &run;
  ++depth_;
  bool stopped = false;
  state_.mute(run.probing());
  bool looking = set_judging(false);  // of whoever asks whether this card could be played
  bool ok = state_.call(arguments, 0, error_, stopped);
  judging_ = looking;
  state_.mute(outer && outer->probing());
  --depth_;
  run_ = outer;
  if (ok || stopped) return run.status();
  return run.fail(fault_of(error_));
}

Status LuaScripts::hook(Run& run, int function, Seat seat, int self, Card card, int move, const Seat* who) {
  lua_State* L = state_.get();
  if (!enter(run, L)) return run.status();
  const Working working(*this, function);
  // What stops this script stops the turn, whose call catches it: one unwinding instead of one for each card within a
  // card.
  const bool effect = run.in_play() && is_trigger(run.happening().what);  // what stops it stops nothing else
  const bool passing = depth_ > 0 && !judging_ && !effect && !run.catches();
  if (!passing) state_.prepare();
  push(L, function);
  push_sides(L, seat);
  self ? push(L, self) : push_card(L, card);
  if (move >= 0)
    api::new_move(L, move);
  else if (who)
    push_seat(L, *who);
  const int arguments = move >= 0 || who ? 5 : 4;
  ++calls_;
  if (!passing) return call(run, arguments);
  lua_call(L, arguments, 0);
  return run.status();
}

Status LuaScripts::turn(Run& run) { return hook(run, turn_.play, run.position().to_move, turn_.self); }

Status LuaScripts::part(Run& run, Seat seat) {
  if (turn_.move == 0)
    return run.fail(
        {variant_->turn ? variant_->turn->file : "",
         "the turn has no 'move' function for me:move() to run; add move = function(me, opponent, board) ... end", 1,
         "field"});
  lua_State* L = state_.get();
  if (!enter(run, L)) return run.status();
  const Working working(*this, turn_.move);
  push(L, turn_.move);
  push_sides(L, seat);
  push(L, turn_.self);
  lua_call(L, 4, 0);  // called by the turn or by a card: their call catches what goes wrong
  return run.status();
}

Status LuaScripts::card(Run& run, Moment moment, Seat seat, Card card, int move) {
  const CardRefs& r = refs(card.id);
  const int function = r.at[static_cast<std::size_t>(moment)];
  if (function == 0) return run.fail_unplayable("the card has no effect of its own when it is played");
  return is_trigger(moment) ? effect(run, function, seat, card, move) : hook(run, function, seat, 0, card, move);
}

template <class Place>
void LuaScripts::count_with_effects(Run& run, std::uint64_t steps, Place&& at) {
  run.effect_work().done += steps;
  if (run.effect_work().counted() <= state_.limits().steps) return;
  Fault f = at();
  f.message =
      "the effects on the table, what is tried for them, and the win conditions after them have done more than " +
      std::to_string(state_.limits().steps) + " steps of work in this turn";
  f.code = "limit";
  run.fail(std::move(f));
}

// What effects do before and after the turn's own script, they do within the steps of one turn, all of them together.
Status LuaScripts::effect(Run& run, int function, Seat seat, Card card, int move) {
  const Happening& h = run.happening();
  const bool about_side = h.what == Moment::drawn || h.what == Moment::turn_begins || h.what == Moment::turn_ends;
  const EffectWork work = run.effect_work();
  const std::uint64_t before = state_.steps();
  const Seat who = h.seat;
  const Moment what = h.what;
  const Status s = hook(run, function, seat, 0, card, move, about_side ? &who : nullptr);
  if (depth_ > 0 || run.probing()) return s;
  const EffectWork& now = run.effect_work();
  const std::uint64_t own = state_.steps() - before - (now.searched + now.vain - work.searched - work.vain);
  if (s != Status::fault) count_with_effects(run, own, [&] { return place(what, card); });
  return run.status();
}

Fault LuaScripts::place(Moment moment, Card card) const {
  const Script& s = *variant_->cards[card.id];
  return {s.file, "", FieldLines(s.source).of(row_of(moment).hook), ""};
}

// Calls `function`, prepared on the stack, that only looks; `result` reads the one value that it returns.
template <class F>
bool LuaScripts::judge(Run& run, int function, int arguments, F&& result) {
  const Working working(*this, function);
  Run* outer = run_;
  bool stopped = false, yes = false, before = judging_;
  run_ = &run;
  judging_ = true;
  ++calls_;
  state_.mute(run.probing());
  const std::int64_t left = state_.left();
  const bool well = state_.call(arguments, 1, error_, stopped);
  give_back(left);
  if (well) {
    yes = result();
    lua_pop(state_.get(), 1);
  } else if (!stopped) {
    run.fail(fault_of(error_));
  }
  judging_ = before;
  run_ = outer;
  return yes;
}

Diagnostic to_diagnostic(const Fault& f) {
  return {f.file, f.line, f.column, f.code.empty() ? "lua" : f.code, f.message, Severity::error};
}

void LuaScripts::remark(const Run& run, CardId card, Reason reason, const std::string& why) {
  if (!remarks_) return;
  std::string text = why;
  if (reason == Reason::repeated_point) {
    if (text.ends_with('.')) text.pop_back();
    text += "; to set a stone where one is taken off, let that land first, by board:settle()";
  }
  remarks_->push_back({run.position().moves.size(), card, std::move(text), reason});
}

bool LuaScripts::may(Run& run, Moment moment, Seat seat, Card card, int move) {
  const bool answer = moment == Moment::answer;
  const CardRefs& r = refs(card.id);
  const int function = answer ? r.answers : r.may_announce;
  if (function == 0) return true;
  lua_State* L = state_.get();
  if (!enter(run, L)) return false;
  state_.prepare();
  push(L, function);
  answer ? api::new_move(L, move) : push_seat(L, seat);
  push_card(L, card);
  if (answer) push_seat(L, seat);
  push(L, board_);
  return judge(run, function, answer ? 4 : 3, [&] { return lua_toboolean(L, -1) != 0; });
}

bool LuaScripts::won(Run& run, int condition, Seat seat, PointSet& stones) {
  const ScriptRefs& w = wins_[static_cast<std::size_t>(condition)];
  if (w.check == 0) return false;
  const Script& s = *variant_->wins[static_cast<std::size_t>(condition)];
  lua_State* L = state_.get();
  if (!enter(run, L)) return false;
  state_.prepare();
  push(L, w.check);
  push_sides(L, seat);
  push(L, w.self);
  const auto at_check = [&s](std::string message, std::string code) {
    return Fault{s.file, std::move(message), FieldLines(s.source).of("check"), std::move(code)};
  };
  const std::uint64_t before = state_.steps();
  const bool yes = judge(run, w.check, 4, [&] {
    if (auto* points = static_cast<api::LuaPoints*>(api::test(L, -1, api::kPoints))) {
      stones = points->set;
      return !stones.empty();
    }
    if (!lua_isboolean(L, -1) && !lua_isnil(L, -1))
      run.fail(at_check("check must return true, false or points, not a " + api::type_name(L, -1), "win-check"));
    return lua_toboolean(L, -1) != 0 && !run.stopped();
  });
  // It is asked after each effect, so that of a turn with a thousand of them it is the longer part.
  if (depth_ == 0 && !run.probing() && !run.stopped() && run.effect_work().done > 0)
    count_with_effects(run, (state_.steps() - before) / 10, [&] { return at_check("", ""); });
  return yes && !run.stopped();
}

int LuaScripts::score(Run& run, int condition, Seat seat) {
  const ScriptRefs& w = wins_[static_cast<std::size_t>(condition)];
  const Script& s = *variant_->wins[static_cast<std::size_t>(condition)];
  lua_State* L = state_.get();
  if (!enter(run, L)) return 0;
  state_.prepare();
  push(L, w.score);
  push_sides(L, seat);
  push(L, w.self);
  int twice = 0;
  judge(run, w.score, 4, [&] {
    const bool number = lua_type(L, -1) == LUA_TNUMBER;
    const char* wrong = number ? wrong_points(lua_tonumber(L, -1)) : "must be a number";
    if (wrong)
      run.fail({s.file, std::string("what score returns ") + wrong + (number ? "" : ", not a " + api::type_name(L, -1)),
                FieldLines(s.source).of("score"), "win-score"});
    else
      twice = static_cast<int>(2 * lua_tonumber(L, -1));
    return true;
  });
  return twice;
}

}  // namespace gofuda
