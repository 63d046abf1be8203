// The scripts of one variant in a Lua state of their own: what the core calls to run turns and cards. One a thread.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "core/run.hpp"
#include "scripting/diagnostic.hpp"
#include "scripting/lua_state.hpp"
#include "scripting/variant.hpp"

namespace gofuda {

// Why a card did what it did, in its script's words or the core's.
struct Remark {
  std::size_t move;  // the number of moves when it was made
  CardId card;
  std::string text;
  Reason reason = Reason::legal;  // what keeps the card from being played, if that is the matter
};

Diagnostic to_diagnostic(const Fault& f);  // at its file and line

class LuaScripts : public Scripts {
 public:
  // The variant was checked when it was loaded, so its files run. Throws std::runtime_error if one does not after all.
  explicit LuaScripts(std::shared_ptr<const Variant> variant, LuaLimits limits = {});

  Status turn(Run& run) override;
  Status part(Run& run, Seat seat) override;
  Status card(Run& run, Moment moment, Seat seat, Card card, int move) override;
  bool may(Run& run, Moment moment, Seat seat, Card card, int move) override;
  Fault place(Moment moment, Card card) const override;
  bool won(Run& run, int condition, Seat seat, PointSet& stones) override;
  // The half points that the score function of a win condition gives the seat; 0 where the run has failed.
  int score(Run& run, int condition, Seat seat);
  bool wants_remarks() const override { return remarks_ != nullptr; }
  void remark(const Run& run, CardId card, Reason reason, const std::string& why) override;
  std::uint64_t steps() const override { return state_.steps(); }
  std::uint64_t steps_now() const override { return state_.steps_now(); }
  std::uint64_t most_searched() const override { return 25 * state_.limits().steps; }
  Fault busiest() const override;
  void tell_apart(bool on) override { tells_apart_ = on; }
  void tell_apart_anew() override;
  std::int64_t left() const override { return state_.left(); }
  void spend(std::uint64_t steps) override {
    if (depth_ > 0) lua_work(state_.get()) -= static_cast<long long>(steps);
  }
  void give_back(std::int64_t left) override {
    if (depth_ > 0) state_.give_back(left);  // otherwise the next call has all of them anyway
  }
  Budget budget() const override { return state_.budget(); }
  void run_again(const Budget& before) override {
    if (depth_ > 0) state_.run_again(before);
  }
  void forget_since(const Budget& before) override {
    if (depth_ > 0) state_.forget_since(before);
  }
  void collect_remarks(std::vector<Remark>* to) { remarks_ = to; }  // nullptr: no more

  const Variant& variant() const { return *variant_; }
  const std::string& output() const { return state_.output(); }  // what scripts printed
  void clear_output() { state_.clear_output(); }
  std::uint64_t calls() const { return calls_; }  // entries into Lua so far

  // --- for the words of the API
  Run* run() const { return run_; }
  bool judging() const { return judging_; }  // a function that may only look is running
  bool set_judging(bool on) { return std::exchange(judging_, on); }
  void push_seat(lua_State* L, Seat s, bool secret = false);
  void push_pile(lua_State* L, Owner o, Zone z);
  void push_card(lua_State* L, Card c);             // nil for kNoCard
  void push_point(lua_State* L, Point p);           // a set of it alone or, for kNoPoint, of none
  int points_type() const { return points_type_; }  // metatables, as the registry keeps them
  int moves_type() const { return moves_type_; }
  int piles_type() const { return piles_type_; }
  void push_protocol(lua_State* L);          // the house rules of the turn protocol
  static constexpr int kMaxEntries = 20000;  // scripts called in one turn
  static LuaScripts& from(lua_State* L) { return *static_cast<LuaScripts*>(LuaState::from(L).user); }

 private:
  struct CardRefs {
    bool loaded = false;
    int self = 0, may_announce = 0, answers = 0;
    std::array<int, kMoments> at{};  // what it does in each moment; 0: nothing
    std::vector<int> copies;         // objects of the copies met so far, by number; 0: not yet
  };
  struct ScriptRefs {
    int self = 0, play = 0, move = 0, check = 0, score = 0;
  };
  static constexpr CopyId kKeptCopies = 512;  // with higher numbers, which long games give, an object is made each time
  static void push(lua_State* L, int ref);
  void make_objects();
  int take_hook(const Script& s, const char* name);  // from the table on top; 0 when there is none
  CardRefs& refs(CardId id);                         // loads the card's script when it is first needed
  void load_card(CardId id);
  void load_turn();
  void load_wins();
  int self_of(const Script& s, const std::string& options);
  void shield(bool writes, const char* what);  // the table on top, against scripts
  template <class F>
  bool judge(Run& run, int function, int arguments, F&& result);
  void push_options(const std::string& id);  // a table that is not shielded yet
  void push_sides(lua_State* L, Seat seat);  // me, opponent, board
  bool enter(Run& run, lua_State* L);
  Status call(Run& run, int arguments);
  Fault fault_of(const LuaError& e) const;
  // `self`: what the function is handed as `this`; 0: the card.
  Status hook(Run& run, int function, Seat seat, int self, Card card = {}, int move = -1, const Seat* who = nullptr);
  Status effect(Run& run, int function, Seat seat, Card card, int move);
  template <class Place>
  void count_with_effects(Run& run, std::uint64_t steps, Place&& at);  // a fault at(), where that is too much

  std::shared_ptr<const Variant> variant_;
  LuaState state_;
  Run* run_ = nullptr;
  std::uint64_t calls_ = 0;
  std::array<std::array<int, 2>, 2> seats_{};             // open and secret
  std::array<std::array<int, kZones>, kOwners> piles_{};  // those that were asked for; 0: not yet
  int board_ = 0, protocol_ = 0, points_type_ = 0, moves_type_ = 0, piles_type_ = 0;
  std::array<int, kCells> points_{};  // the sets of one point met so far, and at kNoPoint that of none; 0: not yet
  ScriptRefs turn_;
  std::vector<ScriptRefs> wins_;  // by condition
  std::vector<CardRefs> cards_;
  struct Work {
    const Script* script = nullptr;
    const char* name = "";
    std::uint64_t steps = 0;  // without those of functions that ran within it
  };
  class Working;
  bool tells_apart_ = false;
  std::vector<Work> work_;    // by function
  std::uint64_t within_ = 0;  // the steps of those that have run within the one that runs now
  std::vector<Remark>* remarks_ = nullptr;
  LuaError error_;  // of the last call that failed
  bool judging_ = false;
  bool any_writes_ = false;  // a script of the game may set a field of a table
  int depth_ = 0;            // scripts within scripts
};

// What runs the variant: its Lua scripts, or nothing where its turns are plain and no win condition is a script.
std::unique_ptr<Scripts> make_scripts(std::shared_ptr<const Variant> variant);

}  // namespace gofuda
