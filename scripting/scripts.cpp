#include "scripting/scripts.hpp"

#include <lauxlib.h>

#include <stdexcept>

#include "scripting/api_objects.hpp"

namespace gofuda {

namespace {

// A ruleset whose turns are plain needs no Lua at all.
class NoScripts : public Scripts {
 public:
  Status turn(Run& run) override { return run.fail({"", "a plain game has no scripts", 0, "internal"}); }
  Status part(Run& run, Seat) override { return turn(run); }
  Status card(Run& run, Moment, Seat, CardId, int) override { return turn(run); }
  bool may(Run&, Moment, Seat, CardId, int) override { return false; }
  bool won(Run&, int, Seat, PointSet&) override { return false; }
};

}  // namespace

std::unique_ptr<Scripts> make_scripts(std::shared_ptr<const Variant> variant) {
  if (variant->ruleset->plain && !variant->ruleset->wins.scripted()) return std::make_unique<NoScripts>();
  return std::make_unique<LuaScripts>(std::move(variant));
}

LuaScripts::LuaScripts(std::shared_ptr<const Variant> variant, LuaLimits limits)
    : variant_(std::move(variant)), state_(limits) {
  state_.user = this;
  lua_State* L = state_.get();
  lua_gc(L, LUA_GCINC, 400, 400, 0);  // scripts make little garbage: collect seldom, and then quickly
  add_constructors(state_);
  open_api(L);
  for (Seat s : {Seat::black, Seat::white}) {
    new_seat(L, s, false);
    seats_[index(s)] = luaL_ref(L, LUA_REGISTRYINDEX);
    new_seat(L, s, true);
    secret_seats_[index(s)] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  new_board(L);
  board_ = luaL_ref(L, LUA_REGISTRYINDEX);
  for (int o = 0; o < kOwners; ++o)
    for (int z = 0; z < kZones; ++z) {
      new_pile(L, static_cast<Owner>(o), static_cast<Zone>(z));
      piles_[static_cast<std::size_t>(o * kZones + z)] = luaL_ref(L, LUA_REGISTRYINDEX);
    }
  cards_.resize(variant_->cards.size());
  load_turn();
  load_wins();
}

int LuaScripts::take_hook(const Script& s, const char* name) {
  if (!s.has(name)) return 0;
  lua_getfield(state_.get(), -1, name);
  return luaL_ref(state_.get(), LUA_REGISTRYINDEX);
}

void LuaScripts::push_options(const std::string& id, bool strict) {
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
  LuaState::freeze(L, strict, strict ? "this.option" : "board.protocol");
}

const LuaScripts::CardRefs& LuaScripts::refs(CardId id) {
  if (!cards_[id].loaded) load_card(id);
  return cards_[id];
}

void LuaScripts::load_card(CardId id) {
  const Script& s = *variant_->cards[id];
  LuaError error;
  if (!run_chunk(state_, s, error)) throw std::runtime_error(s.file + ": " + error.message);
  lua_State* L = state_.get();
  CardRefs& r = cards_[id];
  r.loaded = true;
  r.play = take_hook(s, "play");
  r.announce = take_hook(s, "announce");
  r.may_announce = take_hook(s, "may_announce");
  r.answer = take_hook(s, "answer");
  r.answers = take_hook(s, "answers");
  lua_getfield(L, -1, "traits");
  push_options(s.id);
  new_card(L, id);  // takes the options and the traits
  r.self = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
}

void LuaScripts::load_turn() {
  push_options("turn", false);
  protocol_ = luaL_ref(state_.get(), LUA_REGISTRYINDEX);
  if (!variant_->turn || variant_->turn->plain) return;
  const Script& s = *variant_->turn;
  LuaError error;
  if (!run_chunk(state_, s, error)) throw std::runtime_error(s.file + ": " + error.message);
  lua_State* L = state_.get();
  turn_play_ = take_hook(s, "play");
  turn_move_ = take_hook(s, "move");
  lua_pop(L, 1);
  turn_self_ = self_of(s, "turn");
}

// What a script that is no card is handed as `this`.
int LuaScripts::self_of(const Script& s, const std::string& options) {
  lua_State* L = state_.get();
  lua_newtable(L);
  push_options(options);
  lua_setfield(L, -2, "option");
  lua_pushstring(L, s.id.c_str());
  lua_setfield(L, -2, "id");
  LuaState::freeze(L, true, "this");
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

void LuaScripts::load_wins() {
  for (const auto& s : variant_->wins) {
    wins_.emplace_back();
    if (!s->has("check")) continue;
    LuaError error;
    if (!run_chunk(state_, *s, error)) throw std::runtime_error(s->file + ": " + error.message);
    wins_.back().check = take_hook(*s, "check");
    lua_pop(state_.get(), 1);
    wins_.back().self = self_of(*s, s->id);
  }
}

void LuaScripts::push_seat(Seat s, bool secret) {
  lua_rawgeti(state_.get(), LUA_REGISTRYINDEX, (secret ? secret_seats_ : seats_)[index(s)]);
}
void LuaScripts::push_board() { lua_rawgeti(state_.get(), LUA_REGISTRYINDEX, board_); }
void LuaScripts::push_protocol() { lua_rawgeti(state_.get(), LUA_REGISTRYINDEX, protocol_); }
void LuaScripts::push_card(CardId c) {
  if (c == kNoCard)
    lua_pushnil(state_.get());
  else
    lua_rawgeti(state_.get(), LUA_REGISTRYINDEX, refs(c).self);
}

void LuaScripts::push_pile(Owner o, Zone z) {
  lua_rawgeti(state_.get(), LUA_REGISTRYINDEX,
              piles_[static_cast<std::size_t>(static_cast<int>(o) * kZones + static_cast<int>(z))]);
}

// A script without loops ends by itself, but scripts can call one another for ever by way of the core.
bool LuaScripts::enter(Run& run) {
  if (++run.entries() <= kMaxEntries && depth_ < 150 && lua_checkstack(state_.get(), 24)) return true;
  run.fail({variant_->turn ? variant_->turn->file : "", "cards and turns call one another without end", 1, "limit"});
  return false;
}

void LuaScripts::call_begin(int function, Seat seat, bool prepared) {
  if (prepared) state_.prepare();
  lua_rawgeti(state_.get(), LUA_REGISTRYINDEX, function);
  push_seat(seat);
  push_seat(other(seat));
  push_board();
}

Status LuaScripts::call(Run& run, int arguments) {
  Run* outer = run_;
  run_ = &run;
  ++calls_;
  ++depth_;
  LuaError error;
  bool stopped = false;
  state_.mute(run.probing());
  const std::uint64_t left = state_.budget();
  bool looking = set_judging(false);  // of whoever asks whether this card could be played
  bool ok = state_.call(arguments, 0, error, stopped, guarded_);
  judging_ = looking;
  // What was only tried, or will be tried again, does not count against the turn.
  bool tried = run.probing() || run.status() == Status::illegal || run.status() == Status::unplayable;
  if (tried && depth_ > 1) state_.give_back(left);
  state_.mute(outer && outer->probing());
  --depth_;
  run_ = outer;
  if (ok) return run.status();
  if (!stopped) return run.fail({error.file, error.message, error.line, error.code});
  return run.status();
}

Status LuaScripts::hook(Run& run, int function, Seat seat, int self, int move) {
  if (!enter(run)) return run.status();
  int arguments = move >= 0 ? 5 : 4;
  bool passing = depth_ > 0 && !judging_ && !run.catches() && state_.guarded() == guarded_;
  call_begin(function, seat, !passing);
  lua_rawgeti(state_.get(), LUA_REGISTRYINDEX, self);
  if (move >= 0) new_move(state_.get(), move);
  if (!passing) return call(run, arguments);
  // What stops this script stops the turn, whose call catches it: one unwinding instead of one for each card within a
  // card.
  ++calls_;
  lua_call(state_.get(), arguments, 0);
  return run.status();
}

Status LuaScripts::turn(Run& run) {
  guarded_ = !variant_->turn->straight;
  return hook(run, turn_play_, run.position().to_move, turn_self_, -1);
}

Status LuaScripts::part(Run& run, Seat seat) {
  if (turn_move_ == 0)
    return run.fail(
        {variant_->turn ? variant_->turn->file : "",
         "the turn has no 'move' function for me:move() to run; add move = function(me, opponent, board) ... end", 1,
         "field"});
  guarded_ = !variant_->turn->straight;
  if (state_.guarded() != guarded_) return hook(run, turn_move_, seat, turn_self_, -1);
  if (!enter(run)) return run.status();
  call_begin(turn_move_, seat, false);
  lua_rawgeti(state_.get(), LUA_REGISTRYINDEX, turn_self_);
  lua_call(state_.get(), 4, 0);  // called by the turn or by a card: their call catches what goes wrong
  return run.status();
}

Status LuaScripts::card(Run& run, Moment moment, Seat seat, CardId card, int move) {
  const CardRefs& r = refs(card);
  int function = moment == Moment::play ? r.play : moment == Moment::before ? r.announce : r.answer;
  if (function == 0) return run.fail_unplayable("the card has no effect of its own when it is played");
  guarded_ = !variant_->cards[card]->straight;
  return hook(run, function, seat, r.self, move);
}

// Calls a function, prepared on the stack, that only looks; `result` reads the one value that it returns.
template <class F>
bool LuaScripts::judge(Run& run, int arguments, bool guarded, F&& result) {
  LuaError error;
  Run* outer = run_;
  bool stopped = false, yes = false, before = judging_;
  run_ = &run;
  judging_ = true;
  ++calls_;
  state_.mute(run.probing());
  const std::uint64_t left = state_.budget();
  const bool well = state_.call(arguments, 1, error, stopped, guarded);
  if (depth_ > 0) state_.give_back(left);
  if (well) {
    yes = result();
    lua_pop(state_.get(), 1);
  } else if (!stopped) {
    run.fail({error.file, error.message, error.line, error.code});
  }
  judging_ = before;
  run_ = outer;
  return yes;
}

void LuaScripts::remark(const Run& run, CardId card, std::string why) {
  if (remarks_) remarks_->push_back({run.position().moves.size(), card, std::move(why)});
}

bool LuaScripts::may(Run& run, Moment moment, Seat seat, CardId card, int move) {
  int function = moment == Moment::before ? refs(card).may_announce : refs(card).answers;
  if (function == 0) return true;
  if (!enter(run)) return false;
  lua_State* L = state_.get();
  state_.prepare();
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  if (moment == Moment::answer)
    new_move(L, move);
  else
    push_seat(seat);
  lua_rawgeti(L, LUA_REGISTRYINDEX, refs(card).self);
  if (moment == Moment::answer) push_seat(seat);
  push_board();
  return judge(run, moment == Moment::answer ? 4 : 3, !variant_->cards[card]->straight,
               [&] { return lua_toboolean(L, -1) != 0; });
}

bool LuaScripts::won(Run& run, int condition, Seat seat, PointSet& stones) {
  const WinRefs& w = wins_[static_cast<std::size_t>(condition)];
  if (w.check == 0 || !enter(run)) return false;
  lua_State* L = state_.get();
  call_begin(w.check, seat);
  lua_rawgeti(L, LUA_REGISTRYINDEX, w.self);
  return judge(run, 4, !variant_->wins[static_cast<std::size_t>(condition)]->straight, [&] {
    if (auto* points = static_cast<api::LuaPoints*>(api::test(L, -1, api::kPoints))) {
      stones = points->set;
      return !stones.empty();
    }
    if (!lua_isboolean(L, -1) && !lua_isnil(L, -1)) {
      const Script& s = *variant_->wins[static_cast<std::size_t>(condition)];
      run.fail({s.file, "check must return true, false or points, not a " + api::type_name(L, -1),
                line_of_field(s.source, "check"), "win-check"});
    }
    return lua_toboolean(L, -1) != 0 && !run.stopped();
  });
}

}  // namespace gofuda
