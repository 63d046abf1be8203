// The scripts of one variant in a Lua state of their own: what the core calls to run turns and cards. One a thread.
#pragma once

#include <memory>
#include <utility>

#include "core/run.hpp"
#include "scripting/lua_state.hpp"
#include "scripting/variant.hpp"

namespace gofuda {

// Why a card did what it did, in its script's words or the core's.
struct Remark {
  std::size_t move;  // the number of moves when it was made
  CardId card;
  std::string text;
};

class LuaScripts : public Scripts {
 public:
  // The variant was checked when it was loaded, so its files run. Throws std::runtime_error if one does not after all.
  explicit LuaScripts(std::shared_ptr<const Variant> variant, LuaLimits limits = {});

  Status turn(Run& run) override;
  Status part(Run& run, Seat seat) override;
  Status card(Run& run, Moment moment, Seat seat, CardId card, int move) override;
  bool may(Run& run, Moment moment, Seat seat, CardId card, int move) override;
  bool won(Run& run, int condition, Seat seat, PointSet& stones) override;
  bool wants_remarks() const override { return remarks_ != nullptr; }
  void remark(const Run& run, CardId card, std::string why) override;
  void collect_remarks(std::vector<Remark>* to) { remarks_ = to; }  // nullptr: no more

  const Variant& variant() const { return *variant_; }
  const std::string& output() const { return state_.output(); }  // what scripts printed
  void clear_output() { state_.clear_output(); }
  std::uint64_t calls() const { return calls_; }  // entries into Lua so far

  // --- for the words of the API
  Run* run() const { return run_; }
  bool judging() const { return judging_; }  // a function that may only look is running
  bool set_judging(bool on) { return std::exchange(judging_, on); }
  void push_seat(Seat s, bool secret = false);
  void push_board();
  void push_card(CardId c);  // nil for kNoCard
  void push_pile(Owner owner, Zone zone);
  void push_protocol();                      // the house rules of the turn protocol
  static constexpr int kMaxEntries = 20000;  // scripts called in one turn
  static LuaScripts& from(lua_State* L) { return *static_cast<LuaScripts*>(LuaState::from(L).user); }

 private:
  struct CardRefs {
    bool loaded = false;
    int self = 0, play = 0, announce = 0, may_announce = 0, answer = 0, answers = 0;
  };
  int take_hook(const Script& s, const char* name);  // from the table on top; 0 when there is none
  const CardRefs& refs(CardId id);                   // loads the card's script when it is first needed
  void load_card(CardId id);
  void load_turn();
  void load_wins();
  int self_of(const Script& s, const std::string& options);
  template <class F>
  bool judge(Run& run, int arguments, bool guarded, F&& result);
  void push_options(const std::string& id, bool strict = true);
  void call_begin(int function, Seat seat, bool prepared = true);
  bool enter(Run& run);
  Status call(Run& run, int arguments);
  Status hook(Run& run, int function, Seat seat, int self, int move);

  std::shared_ptr<const Variant> variant_;
  LuaState state_;
  Run* run_ = nullptr;
  std::uint64_t calls_ = 0;
  bool guarded_ = true;  // of the call being prepared
  int seats_[2] = {0, 0}, secret_seats_[2] = {0, 0}, board_ = 0, turn_self_ = 0, turn_play_ = 0, turn_move_ = 0,
      protocol_ = 0;
  struct WinRefs {
    int self = 0, check = 0;
  };
  std::vector<CardRefs> cards_;
  std::vector<WinRefs> wins_;  // by condition
  std::array<int, kOwners * kZones> piles_{};
  std::vector<Remark>* remarks_ = nullptr;
  bool judging_ = false;
  int depth_ = 0;  // scripts within scripts
};

// What runs the variant: its Lua scripts, or nothing where its turns are plain and no win condition is a script.
std::unique_ptr<Scripts> make_scripts(std::shared_ptr<const Variant> variant);

}  // namespace gofuda
