// One turn of a game being carried out on a working position.
//
// A run takes its answers from the log; then from the players that answer on the spot; with neither, it stops with the
// question (Status::asks) and is run again from the start of the turn when the answer is there. Scripts see a run only
// through the words below. Each play (of a card or a stone) is a move of its own: its stones land, captures, suicide
// and ko are judged, and the other side may answer it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/log.hpp"
#include "core/position.hpp"
#include "core/question.hpp"
#include "core/random.hpp"
#include "core/ruleset.hpp"

namespace gofuda {

enum class Status : std::uint8_t {
  done,
  asks,        // Run::question() waits for an answer
  illegal,     // Run::verdict() says why
  unplayable,  // of a play: the card cannot take effect; the turn goes on
  fault,       // a script failed; Run::fault() says where
  mismatch,    // the log answers another question than the one asked: the rules have changed
};

class Run;
class Player;
struct View;

// What a player may look at before it answers: the rules, the board, and of the rest what its seat may know.
class Sight {
 public:
  Sight(const Run& run, Seat seat) : run_(run), seat_(seat) {}
  const Ruleset& rules() const;
  const Board& board() const;
  View view() const;
  bool legal_stone(Point p) const;  // an ordinary stone of the seat on an empty point, were it asked for one
  Point last_point() const;         // a point that the last move changed; kNoPoint when it changed none
  std::size_t cursor() const;       // answers given in this turn so far; fewer than before when a play is tried again

 private:
  const Run& run_;
  Seat seat_;
};

// Who answers on the spot: the two seats and, third, a player that stands in for chance (a file that says how a pile
// was shuffled).
using Players = std::array<Player*, 3>;

// A program that plays a seat.
class Player {
 public:
  virtual ~Player() = default;
  // Fills `out`; false: it wants to be asked by unwinding (a person, or a search).
  virtual bool answer(const Question& q, const Sight& sight, std::vector<std::uint16_t>& out) = 0;
  // When its answer is refused, may it be asked again for another one?
  virtual bool draws_again() const { return true; }
};

enum class Moment : std::uint8_t { play, before, answer };

// The scripts of a ruleset, one instance a thread. Each call runs to its end or until run.stopped().
class Scripts {
 public:
  virtual ~Scripts() = default;
  virtual Status turn(Run& run) = 0;
  virtual Status part(Run& run, Seat seat) = 0;  // the turn's repeatable part: one draw-and-play
  virtual Status card(Run& run, Moment moment, Seat seat, CardId card, int move) = 0;
  // May the card, as held by `seat`, be announced now (before) or answer move number `move`?
  virtual bool may(Run& run, Moment moment, Seat seat, CardId card, int move) = 0;
  // Does the seat fulfil the scripted win condition with that number? `stones`: those that show it, if the script names
  // them.
  virtual bool won(Run& run, int condition, Seat seat, PointSet& stones) = 0;
  // Why the play of `card`, the next to be recorded or around it, does what it does. Nothing depends on it.
  virtual bool wants_remarks() const { return false; }
  virtual void remark(const Run&, CardId /*card*/, std::string /*why*/) {}
};

struct Fault {
  std::string file, message;
  int line = 0;
  std::string code;
};

struct ChanceKey {
  std::uint64_t seed = 0, game = 0;
};

class Run {
 public:
  static constexpr int kMaxDepth = 24;  // plays within plays
  static constexpr int kMostUnchangedTurns =
      200;  // turns in a row that leave the board as it is end the game, and it is counted
  Run(const Ruleset& rules, Scripts& scripts, ChanceKey key) : rules_(rules), scripts_(scripts), key_(key) {}

  void rekey(ChanceKey key) { key_ = key; }  // for the next game

  // Carries out one turn on `position`, which is changed in any case; keep a copy if it may be needed again. The log is
  // read from `cursor` and appended to by players, chance and the engine.
  Status turn(Position& position, Log& log, std::size_t cursor, Players players);

  // --- the words
  Position& position() { return *position_; }
  const Position& position() const { return *position_; }
  const Ruleset& rules() const { return rules_; }
  Unit& unit() { return level().unit; }  // of the play being carried out
  bool in_play() const { return depth_ > 0; }
  Seat playing() const { return depth_ > 0 ? levels_[depth_ - 1].seat : position_->to_move; }
  CardId card_in_play() const { return depth_ > 0 ? levels_[depth_ - 1].card : kNoCard; }

  Question& prepare(QuestionKind kind, Seat seat);  // the question to be filled in and asked next
  // The answer, or nullptr with status() saying why the run stops.
  const std::vector<std::uint16_t>* ask();
  // An ordinary stone or a pass: a move. With `only`, a stone on one of these points; unplayable when none is legal.
  Status stone(Seat seat, const PointSet* only = nullptr);
  bool legal_stone(Point p, Seat seat) const;  // p is empty; neither suicide, ko nor a repetition
  PointSet legal_stones(Seat seat) const;      // with the opening rule and the supply of stones
  // A move; times > 1: all of them as one unit. Of two copies the one in the pile it was picked from.
  Status play(Seat seat, CardId card, int times = 1, std::optional<Zone> picked_from = {});
  Status offer_before(Seat seat, bool& taken);  // offers the cards laid aside that may be announced now
  Status part(Seat seat);
  Status lone_turn(Seat seat);                    // the part, in the middle of somebody's turn
  Status settle(bool last = false);               // judges the unit so far; more may follow in the same play
  CardId draw(Seat seat, Owner pile, bool open);  // to the play zone (open) or the hand; kNoCard when empty
  bool just_taken(Seat seat, CardId card) const;
  void show(Seat seat, CardId card);  // the card is turned up: noted in the log
  void reveal(Seat seat, CardId card,
              std::optional<Zone> picked_from = {});  // a held card is turned up and lies on the table
  Status declare(Seat seat, CardId card, bool& stands,
                 std::optional<Zone> picked_from = {});  // names the card, which may be answered before it takes effect
  const std::vector<std::uint16_t>* lot(int n, const PointSet& from);       // points drawn by chance
  const std::vector<std::uint16_t>* toss(std::vector<std::string> labels);  // one of them, drawn by chance
  // For its next ordinary stone; `must`: it may not pass instead.
  void restrict_stone(Seat seat, const PointSet& points, bool must);
  void note(Note n);                       // replaces what the seat had written under that card
  bool open_note(Seat seat, CardId card);  // false when there is none
  void erase_note(Seat seat, CardId card);
  void begin_exchange() { ++exchange_depth_; }  // moves until end_exchange are not answered, and passes end nothing
  void end_exchange() { --exchange_depth_; }
  Status shuffle(Owner owner, Zone from);  // the pile `from` becomes the deck, on top of nothing
  // From where it was picked, if that is told and it is still there, else from the play zone or wherever the seat holds
  // it. False when the seat does not hold it.
  bool put_away(Seat seat, CardId card, Owner owner, Zone to, std::optional<Zone> picked_from = {});
  void skip();  // the play (or turn) in progress uses up the turn without effect
  void miss_turn(Seat seat) {
    change();
    ++position_->lost_turns[index(seat)];
  }
  bool cancel(int move);  // undoes a move (and its group) that nothing has built on; false otherwise
  // One of the cards or, if it may be declined, none.
  const std::vector<std::uint16_t>* offer(Seat seat, std::span<const CardId> cards, bool may_decline = true,
                                          bool secret = false);
  void begin_group();  // the plays until end_group are one move to an answering card
  Status end_group(Seat seat);
  Status refuse(std::string why);           // illegal, in the script's words
  Status fail_unplayable(std::string why);  // the card cannot take effect
  Status fail(Fault f);
  bool remarked() const { return scripts_.wants_remarks() && !probing(); }
  void on_suicide(OnSuicide how) { level().on_suicide = how; }
  void free_repeat() { level().free_repeat = true; }
  void no_repeat() { level().no_repeat = true; }
  // Could the card take effect in some way now? Tries answers on copies, some at random and then all in order; after
  // kProbes tries in vain it counts as playable.
  bool playable(Seat seat, CardId card, int times = 1);
  bool playable_in_turn(Seat seat, CardId card, int plays);  // so often, each play a move of its own
  // The points that stones laid one after the other may come to stand on: empty ones, and those of chains that they
  // could capture.
  PointSet reachable(int stones) const;
  bool would_repeat(Point p, Seat seat) const;  // would a stone there break the superko rule?
  bool answers_on_the_spot(Seat seat) const { return direct(seat); }

  // --- why it stopped
  Status status() const { return status_; }
  bool stopped() const { return status_ != Status::done; }
  const Question& question() const { return question_; }
  const Verdict& verdict() const { return verdict_; }
  const Fault& fault() const { return fault_; }
  std::size_t cursor() const { return cursor_; }
  bool probing() const { return probe_depth_ > 0; }
  void locate_fault(std::string file, int line) { fault_.file = std::move(file), fault_.line = line; }
  // Whether what stops a script must come back to the play it belongs to (to be tried again), or may unwind to the turn
  // at once.
  bool catches() const { return probe_depth_ > 0 || players_[0] || players_[1]; }
  int& entries() { return entries_; }  // scripts called in this turn, for the host's cap

 private:
  static constexpr int kProbes = 200000, kRandomProbes = 64;
  static constexpr int kProbeDepth = 4, kMostTries = 4096;
  static constexpr std::size_t kMostMoves = 1000;  // in one turn
  static constexpr int kTries = 48;  // random answers refused in a row before the play is looked through in order

  struct Level {
    Seat seat = Seat::black;
    CardId card = kNoCard;
    Moment moment = Moment::play;
    Unit unit;
    UnitResult result;
    OnSuicide on_suicide = OnSuicide::refuse;
    bool free_repeat = false, no_repeat = false, skipped = false, nested = false, retry = false;
    std::size_t start = 0, mark = 0;  // the cursor, and the log's size, at its start
    std::size_t first_move = 0;       // the number of moves then
    std::ptrdiff_t aside_before = 0;  // copies of the card that lay aside hidden
    int times = 1, depth = 0, group_depth = 0, exchange_depth = 0, entries = 0;
    std::uint64_t hash_before = 0;
    Point ko_before = kNoPoint;
    Seat ko_by_before = Seat::black;
    std::array<int, 2> prisoners_before{}, set_before{};
    std::vector<PointEffect> effects;  // settled so far
    std::uint16_t undoing = 0;         // of these, the first ones: of moves taken back
    std::vector<std::uint32_t> undid;  // those moves
    std::unique_ptr<Position> before;  // for a retry; valid while has_before
    bool has_before = false;
    void forget() { effects.clear(), undid.clear(), undoing = 0; }  // what it has done
  };
  std::ptrdiff_t aside(Seat seat, CardId card) const;
  Level& level() { return levels_[depth_ - 1]; }
  bool has_room();  // for one more level; without, the run has failed
  Level& push(Seat seat, CardId card, Moment moment);
  void pop() { --depth_; }
  void change() { change_below(depth_); }  // called before anything but the unit changes: keeps what a retry needs
  void change_below(int depth);
  bool draws_again(Seat seat) const { return direct(seat) && players_[index(seat)]->draws_again(); }
  bool direct(Seat seat) const { return players_[index(seat)] != nullptr && cursor_ >= log_->size(); }
  void begin();
  void discard_played(const Level& lv);
  template <class F>
  Status attempt(Level& lv, F&& body);
  template <class F>
  Status draw_from_all(Level& lv, F&& body);
  void put_back(Level& lv);
  void forget_answers(Level& lv);
  bool answered_since(std::size_t mark) const;
  Status carry_out(Level& lv, int times);
  Status ask_placement(Level& lv);
  Status apply(Level& lv, const Unit& unit);
  Status apply_one_by_one(Level& lv);
  void keep_board();  // what apply() needs when the whole board is judged for repetition
  bool ko_judges(const Level& lv, const Unit& unit) const;
  void note_effects(Level& lv, const Unit& unit, const UnitResult& result);
  std::uint8_t passes_with(Seat seat) const;
  void record(const Level& lv, std::uint16_t flags);
  std::optional<bool> shape_playable(Seat seat, CardId card, int times) const;
  struct Trial {
    Seat seat;
    CardId card;
    int times, plays;  // plays in succession, each of them carried out so many times as one move
  };
  bool some_way(const Trial& trial);
  Status try_play(const Run& outer, Position& position, Log& log, const Trial& trial, Player& player);
  Status lost_turn(Seat seat);
  Status agree_on_dead();
  bool ask_dead(Seat seat, PointSet& dead);
  bool stuck(const Question& q, Seat seat) const;
  void limit_stone(Question& q, Seat seat, const PointSet* only) const;
  Status miss_out(Level& lv);
  Verdict judge_supply(const Unit& unit) const;
  void judge_end(Seat mover, std::size_t first, Point stone);
  PointSet closed_points() const;
  void lift_ko(Seat seat);
  void count_unchanged_turn();
  void exhaust();
  void judge_wins(Seat mover, bool one_stone, Point stone);
  std::uint32_t met_by(Seat seat, bool one_stone, Point stone, PointSet& shown);
  void finish_level(Level& lv);
  void finish_levels();
  void take_up(Seat seat, CardId card, std::optional<Zone> picked_from);
  void move_from_hold(Seat seat, CardId card, std::optional<Zone> picked_from);
  bool repeats(std::uint64_t hash, Seat mover, std::optional<std::uint64_t> before_last) const;
  bool stood_before(std::uint64_t hash) const;
  bool remembers(std::uint16_t flags) const;
  bool watched(Seat mover) const;
  Status use_held(Level& lv, std::span<const CardId> offered, int move, bool& taken);
  Status response_window(Seat mover);
  void revert(std::size_t move, std::vector<PointEffect>& inverse);
  void collect_offers(Seat seat, Moment moment, int move);
  void forget_own_ko(Seat seat);
  void remark(CardId card, std::string why);
  std::string why_unplayable(Seat seat, CardId card, int times);
  void draw_chance(const Question& q);
  void spend_chance(const Question& q);
  void find_card(const Question& q, std::span<const std::uint16_t> recorded);
  void find_label(const Question& q, std::span<const std::uint16_t> recorded);
  Status illegal(Verdict v);

  const Ruleset& rules_;
  Scripts& scripts_;
  ChanceKey key_;
  Position* position_ = nullptr;
  Log* log_ = nullptr;
  std::size_t cursor_ = 0;
  Players players_{};
  Status status_ = Status::done;
  Question question_;
  Verdict verdict_;
  Fault fault_;
  std::vector<std::uint16_t> answer_;
  std::array<Level, kMaxDepth> levels_;
  int depth_ = 0;
  int group_depth_ = 0;
  std::uint16_t group_ = 0;
  int exchange_depth_ = 0;
  std::size_t first_move_ = 0;  // of the turn
  std::unique_ptr<Board> kept_board_;
  std::unique_ptr<Run> probe_;  // for playable()
  std::unique_ptr<Position> probe_position_;
  std::unique_ptr<Log> probe_log_;
  int probe_depth_ = 0;  // a run that tries a card out on a copy, and so on
  int entries_ = 0;
};

}  // namespace gofuda
