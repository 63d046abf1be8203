// One turn of a game being carried out on a working position.
//
// A run takes its answers from the log; then from the players that answer on the spot; with neither, it stops with the
// question (Status::asks) and is run again from the start of the turn when the answer is there. Scripts see a run only
// through the words below. Each play (of a card or a stone) is a move of its own: its stones land, captures, suicide
// and ko are judged, and the other side may answer it.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/endings.hpp"
#include "core/log.hpp"
#include "core/player.hpp"
#include "core/position.hpp"
#include "core/question.hpp"
#include "core/random.hpp"
#include "core/referee.hpp"
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

struct Fault {
  std::string file, message;
  int line = 0;
  std::string code;
  int column = 0;  // 0: the line as a whole
};

// Something that sets off effects on the table.
struct Happening {
  Moment what = Moment::play;
  int move = -1;            // the move in which it happened, if that is what it is about
  Seat seat = Seat::black;  // who drew a card; whose turn it is
  Card card;                // over: whose effect; any other: of all that wait for it
  std::size_t at = 0;       // so many moves were recorded; and
  int depth = 0;            // so many effects have set one another off before it
};

// At the start of a game: effects that lie on the table.
void lay_effects(const Ruleset& rules, Position& p, std::vector<LastingEffect> effects);

class Run;
struct Trial;

// The scripts of a ruleset, one instance a thread. Each call runs to its end or until run.stopped().
class Scripts {
 public:
  virtual ~Scripts() = default;
  virtual Status turn(Run& run) = 0;
  virtual Status part(Run& run, Seat seat) = 0;  // the turn's repeatable part: one draw-and-play
  virtual Status card(Run& run, Moment moment, Seat seat, Card card, int move) = 0;
  // May the card, as held by `seat`, be announced now (before) or answer move number `move`?
  virtual bool may(Run& run, Moment moment, Seat seat, Card card, int move) = 0;
  // Where the card's function for that moment stands, for a fault that nobody's script is in the middle of.
  virtual Fault place(Moment, Card) const { return {}; }
  // Does the seat fulfil the scripted win condition with that number? `stones`: those that show it, if the script names
  // them.
  virtual bool won(Run& run, int condition, Seat seat, PointSet& stones) = 0;
  // Why the play of `card`, the next to be recorded or around it, does what it does. Nothing depends on it.
  virtual bool wants_remarks() const { return false; }
  // `reason`: what keeps the card from being played; legal where that is not the matter.
  virtual void remark(const Run&, CardId /*card*/, Reason /*reason*/, const std::string& /*why*/) {}
  // The work that scripts have done so far, what was tried included. Never less than before.
  virtual std::uint64_t steps() const { return 0; }
  // Where the function begins that has done the most of it while functions are told apart, which takes a little time.
  virtual Fault busiest() const { return {}; }
  virtual void tell_apart(bool /*on*/) {}
  virtual void tell_apart_anew() {}  // from nothing, when it is next begun
  // What the turn's scripts may still do; what they only tried does not count against the turn, as far as it is no work
  // of seconds: it is given back what it had before.
  virtual std::int64_t left() const { return 0; }
  virtual void give_back(std::int64_t /*left*/) {}
  // What was done since then is put back and run again, which may be done as long as it is no work of seconds, or was
  // looked for by the engine itself. A record has neither, and a turn that is read is to have as much left.
  virtual Budget budget() const { return {}; }
  virtual void run_again(const Budget& /*before*/) {}
  virtual void forget_since(const Budget& /*before*/) {}
  // The host's own work for the script that runs counts as so many of its steps.
  virtual void spend(std::uint64_t /*steps*/) {}
  virtual std::uint64_t steps_now() const { return steps(); }  // steps(), and what the script that runs has done
  // When answers are gone through in order, the steps after which those that are left are let be. A search counts its
  // own, so that what is found does not hang on what was looked for before; those within it are part of it.
  virtual std::uint64_t most_searched() const { return 50'000'000; }
};

// Whether cards could take effect, found out on copies: answers are tried, some at random and then all in order. One to
// a run, made when it is first needed; a card tried out may ask the same of others, a few levels deep.
class Probe;

class Run {
 public:
  static constexpr int kMaxDepth = 24;                                            // plays within plays
  static constexpr std::size_t kWhole = std::numeric_limits<std::size_t>::max();  // of the log
  // What a try within another counts for. Of stones alone it takes no step of a script, but about the time of so many,
  // and each of the outer tries makes all of them anew.
  static constexpr std::uint64_t kTrySteps = 400;
  Run(const Ruleset& rules, Scripts& scripts, ChanceKey key);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void rekey(ChanceKey key) { key_ = key; }  // for the next game
  // Of the next turn: where it would stop with a question of a card, the card is said to be unplayable; of cards within
  // one another, the innermost that was begun when the log had no more than so many items. It is refused when a way to
  // play it is found, or something was answered for it already.
  void claim_unplayable(std::size_t begun = kWhole) { claim_ = begun; }
  void search_until(std::uint64_t steps) { search_end_ = steps; }  // of scripts: what is tried out then ends

  // Carries out one turn on `position`, which is changed in any case; keep a copy if it may be needed again. The log is
  // read from `cursor` and appended to by players, chance and the engine.
  Status turn(Position& position, Log& log, std::size_t cursor, Players players);

  // For scripts that only look, at a position that no turn is being played on.
  void look_at(Position& position);

  // --- what the words may look at
  const Position& position() const { return *position_; }
  const Ruleset& rules() const { return rules_; }
  bool in_play() const { return depth_ > 0; }
  CardId card_in_play() const { return depth_ > 0 ? levels_[depth_ - 1].card.id : kNoCard; }
  PointSet legal_stones(Seat seat) const { return gofuda::legal_stones(rules_, *position_, seat); }
  const PointSet& reachable(int stones);
  // Could the card take effect in some way now? Nothing when many tries in vain leave it open.
  std::optional<bool> known_playable(Seat seat, Card card, int times = 1);
  bool playable(Seat seat, Card card, int times = 1) { return known_playable(seat, card, times).value_or(true); }
  std::optional<bool> known_playable(const Trial& trial);
  int cards_in_play() const;
  int plays_around() const;                                // the one in progress
  bool plays_now(Card card) const;                         // this copy
  bool playable_in_turn(Seat seat, Card card, int plays);  // so often, each play a move of its own

  // --- questions
  Question& prepare(QuestionKind kind, Seat seat);  // the question to be filled in and asked next
  // The answer, or nullptr with status() saying why the run stops.
  const Answer* ask();
  // One of the cards or, if it may be declined, none.
  const Answer* offer(Seat seat, std::span<const Card> cards, bool may_decline = true, bool secret = false,
                      const char* purpose = "");
  const Answer* lot(int n, const PointSet& from);       // points drawn by chance
  const Answer* toss(std::vector<std::string> labels);  // one of them, drawn by chance

  // --- moves
  // An ordinary stone or a pass: a move. With `only`, a stone on one of these points; unplayable when none is legal.
  Status stone(Seat seat, const PointSet* only = nullptr);
  Status play(Seat seat, Card card, int times = 1);  // a move; times > 1: all of them as one unit
  Status offer_before(Seat seat, bool& taken);       // offers the cards laid aside that may be announced now
  Status part(Seat seat);
  Status lone_turn(Seat seat);  // the part, in the middle of somebody's turn
  void skip();                  // the play (or turn) in progress uses up the turn without effect
  void miss_turn(Seat seat);    // its next one
  void restrict_stone(Seat seat, const PointSet& points, bool must);  // its next ordinary one; `must`: no pass instead
  // None of its plays may set a stone there from now on, until the end of so many of its next turns.
  void forbid(Seat seat, const PointSet& points, int turns);
  void begin_group();  // the plays until end_group are one move to an answering card
  Status end_group(Seat seat);
  void begin_exchange() { ++exchange_depth_; }  // moves until end_exchange are not answered, and passes end nothing
  Status end_exchange();

  // --- of the play being carried out
  Unit& unit() { return level().unit; }
  const Unit& unit() const { return level().unit; }
  Status settle(bool last = false);  // judges the unit so far; more may follow in the same play
  bool cancel(int move);             // undoes a move (and its group) that nothing has built on; false otherwise
  void on_suicide(OnSuicide how) { level().on_suicide = how; }
  void free_repeat() { level().free_repeat = true; }
  void no_repeat() { level().no_repeat = true; }
  void one_by_itself() { level().one_by_itself = true; }

  // --- tokens, points for the count, marks: at once, and taken back with the move that they are part of
  void tally(const TallyChange& change);

  // --- both sides asked, each without seeing what the other answers; nothing but answers until end_secret, which opens
  // them
  void begin_secret();
  void end_secret();
  bool in_secret() const { return secret_; }

  // --- cards
  Card draw(Seat seat, Owner pile, bool open);  // to the play zone (open) or the hand; kNoCard when empty
  Status shuffle(Owner owner, Zone from);       // the pile `from` goes under what is left of the deck
  // A held card is turned up and lies on the table; the same, and it may be answered before it takes effect.
  void reveal(Seat seat, Card card);
  Status declare(Seat seat, Card card, bool& stands);
  // As Holdings::move_card; true also when it lies there already.
  bool put_away(Seat seat, Card card, Owner owner, Zone to);
  // The card lies there now; `until`, if given, ends that. It may be an effect by what its file says.
  void lay(Seat seat, Card card, Zone zone, const Until* until);
  void look(Seat seat, Owner owner, Zone zone, std::span<const Card> at);  // at cards of that pile
  Status order_deck(Seat seat, Owner owner, std::vector<Card> top);        // asks for the order of its top cards
  void note(Note n);
  bool open_note(Seat seat, Card card);
  void erase_note(Seat seat, Card card);

  // --- why it stopped
  Status status() const { return status_; }
  bool stopped() const { return status_ != Status::done; }
  const Question& question() const { return question_; }
  const LogItem* recorded() const;                         // after a mismatch: what the log has instead
  bool is_past_record() const { return is_past_record_; }  // was anything asked that the log did not answer?
  CardId turned_up() const { return turned_up_; }  // after a mismatch: the card, if it was no question; else kNoCard
  const Verdict& verdict() const { return verdict_; }
  const Fault& fault() const { return fault_; }
  std::size_t cursor() const { return cursor_; }
  Status refuse(std::string why);  // illegal, in the script's words
  void refuse(Reason reason, const PointSet& points) { illegal(Verdict::no(reason, points)); }
  Status fail_unplayable(std::string why);  // the card cannot take effect
  Status fail(Fault f);
  void locate_fault(std::string file, int line);

  // --- for the host of the scripts
  void remark_in_play(const std::string& why) { remark(card_in_play(), Reason::legal, why); }
  bool remarked() const { return scripts_.wants_remarks() && !probing() && !quiet_; }
  void keep_quiet() { quiet_ = true; }  // a turn that is only imagined: nobody wants to know why
  bool probing() const { return outer_ != nullptr; }
  // Whether what stops a script must come back to the play it belongs to (to be tried again), or may unwind to the turn
  // at once.
  bool catches() const { return probing() || claim_ || fails_alone() || players_[0] || players_[1]; }
  int& entries() { return entries_; }                     // scripts called in this turn, for the host's cap
  const Happening& happening() { return level().about; }  // that has set off the card in play
  EffectWork& effect_work() { return effect_work_; }      // of this turn

 private:
  friend class Attempt;
  friend class Probe;
  static constexpr int kMostTried = 6;                  // cards, one within the other, until none is tried out within
  static constexpr int kMostInARow = 100;               // effects that set one another off
  static constexpr std::size_t kMostMoves = 1000;       // in one turn
  static constexpr std::size_t kMostSecretLabels = 16;  // questions of a turn whose labels are remembered
  // A search of more than this part of what it may take is hard: after seven that were left open, it may be, too.
  // What failed with nobody answering is looked into after this part: its search may be hard where the one try was not.
  static constexpr std::uint64_t kHardPart = 64, kLookPart = 256 * kHardPart;
  // When a turn has taken the steps of so many searches, no card that is refused is tried again.
  static constexpr std::uint64_t kMostWork = 2;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 27;  // of a game's log
  static constexpr std::size_t kMostInAGame = 65'535;              // turns; moves; cards drawn, played and put back

  struct Level {
    Seat seat = Seat::black;
    Card card;
    Moment moment = Moment::play;
    Unit unit;
    OnSuicide on_suicide = OnSuicide::refuse;
    bool free_repeat = false, no_repeat = false, one_by_itself = false, skipped = false, nested = false, retry = false;
    std::size_t start = 0, mark = 0;  // the cursor, and the log's size, at its start
    std::size_t first_move = 0;       // the number of moves then
    bool was_aside = false;           // did the card lie aside hidden then?
    bool looked_into = false;         // whether it can be played at all
    bool proved = false;              // that it cannot be played,
    bool hard = false;                // with much work,
    bool claimed = false;             // or no more than said;
    bool refuted = false;             // it was said, and a way is known;
    bool way_known = false;           // or that it can
    Happening about;                  // of an effect on the table,
    bool acted = false;               // which has done something that is seen,
    bool fruitless = false;           // or tried to, or asked, in vain,
    bool drawn_in_vain = false;       // with chance drawing for it before anybody was asked;
    bool found_idle = false;          // so it was when the game was recorded
    bool laid = false;                // has it laid an effect on the table?
    std::size_t happened = 0;         // the number of happenings at its start
    std::size_t secret_labels = 0;    // and of what is remembered of secret answers
    std::uint16_t questions = 0;      // asked so far
    int times = 1, depth = 0, group_depth = 0, exchange_depth = 0, entries = 0;
    int tries = 1;               // of its body, this one included
    Account account;             // of the turn, when it began
    std::uint64_t searched = 0;  // by the scripts of the turn before it,
    std::uint64_t looked = 0;    // and to find out about other cards in play, before it was looked into
    std::uint64_t begun = 0;     // steps of the scripts then
    std::uint64_t hash_before = 0;
    Ko ko_before;
    std::array<int, 2> prisoners_before{}, set_before{};
    std::vector<PointEffect> effects;               // settled so far
    std::size_t first_change = 0, last_change = 0;  // the numbers of moves then; without effects, nothing
    std::uint16_t undoing = 0;                      // of these, the first ones: of moves taken back
    std::optional<std::uint32_t> remembered;        // superko's number of the next board when its first stone landed
    std::vector<std::uint32_t> undid;               // those moves
    std::vector<TallyChange> tallied;               // in its course
    std::unique_ptr<Position> before;               // for a retry; valid while has_before
    bool has_before = false;
    void forget() {  // what it has done
      effects.clear();
      undid.clear();
      tallied.clear();
      undoing = 0;
      remembered.reset();
    }
  };

  // --- levels: a play, and plays within it
  Level* claimed_level(std::size_t begun);
  Level& level() { return levels_[static_cast<std::size_t>(depth_ - 1)]; }
  const Level& level() const { return levels_[static_cast<std::size_t>(depth_ - 1)]; }
  bool lies_aside(const Level& lv) const;
  bool has_room();  // for one more level; without, the run has failed
  Level& push(Seat seat, Card card, Moment moment);
  void pop() { --depth_; }
  bool in_trigger() const { return depth_ > 0 && is_trigger(levels_[0].moment); }
  // Also of the runs that this one tries a card out for, for which a card within it is no other than one that is
  // played.
  bool within_trigger() const { return in_trigger() || (outer_ && outer_->within_trigger()); }
  // What the play in progress lays, or ends, until it has a number.
  std::uint32_t unfinished() const { return kUnfinished + static_cast<std::uint32_t>(cards_in_play()); }
  // The innermost of the first `below` levels of which it is so, or of those around.
  template <class F>
  const Level* find_level(const F& is_it, int below) const {
    for (int d = below; d-- > 0;)
      if (const Level& lv = levels_[static_cast<std::size_t>(d)]; is_it(lv)) return &lv;
    return outer_ ? outer_->find_level(is_it, outer_->depth_) : nullptr;
  }
  void change() { change_below(depth_); }  // called before anything but the unit changes: keeps what a retry needs
  void change_below(int depth);
  void put_back(Level& lv);
  Account account() const { return {scripts_.budget(), effect_work_, scripts_.steps_now()}; }
  void count_in_vain(const Account& before);
  void forget_answers(Level& lv);
  void tell_again(Level& lv);
  void note_vain_try(Level& lv) const;
  bool answered_since(std::size_t mark) const;
  bool told_all(const Level& lv) const { return cursor_ >= lv.mark; }  // what had been recorded when it began
  void begin(Level& lv) const;
  void note_stones(Level& lv) const;
  void begin_change(Level& lv);
  void end_change(Level& lv, std::size_t effects);
  void discard_played(const Level& lv);
  void finish_level(Level& lv);
  void finish_levels(int depth, int group_depth, int exchange_depth);
  void clear_table();
  void record(Level& lv, std::uint16_t flags);
  void fail_endless();

  // --- effects on the table: core/run_effects.cpp
  void act() {  // called before a play does what is seen, or asks
    if (depth_ > 0 && is_trigger(level().moment) && !level().acted) show_effect(level());
  }
  void show_effect(Level& lv);
  void drop_absent();
  void end_effect(const LastingEffect& e, std::uint32_t by);
  void heed(const Level& lv);
  void end_by_stones(const Level& lv, std::uint32_t number);
  void lie_again();
  void happen(Happening h) {
    if (!position_->lasting.empty()) add_happening(h);
  }
  void add_happening(Happening h);
  Status work_off() { return happenings_.empty() ? status_ : set_off_all(); }
  Status set_off_all();
  std::vector<std::pair<Seat, Card>> waiting_for(const Happening& h) const;
  Status set_off(const Happening& h, Seat seat, Card card);
  Status attempt_effect(Level& lv);
  void leave_idle(Level& lv);
  Status turn_moment(Moment what);
  Status close_turn();
  Status before_counting(bool ends_turn);
  void end_by_turns();

  // --- players
  Player* on_the_spot(Seat seat) const {
    return cursor_ >= log_->size() ? players_[static_cast<std::size_t>(index(seat))] : nullptr;
  }
  bool tries_again(Seat seat) const;
  bool goes_through_outer(Seat seat) const;
  // Whose answers are given otherwise where they are refused: the other side's, if nobody answers at once for the
  // level's own.
  Seat who_tries(const Level& lv) const {
    return !on_the_spot(lv.seat) && tries_again(other(lv.seat)) ? other(lv.seat) : lv.seat;
  }
  void dismiss_stand_in(std::size_t side, Player* owner);
  // May a play that nothing was answered for fail for what is found out, or is written, of a card within it? Then that
  // stops nothing else, and what it has done is put back.
  bool fails_alone() const {
    return players_[2] || searched_ + looked_ > scripts_.most_searched() / kHardPart || cards_in_play() >= kMostTried;
  }
  void look_into(Level& lv);
  Status give_up(Level& lv);
  void note_event(CardEvent::Kind kind, Seat seat, Card card);
  void begin_attempts(Level& lv, Seat seat);
  Status attempt_body(Level& lv, void* body, Status (*run)(void*));
  template <class F>
  Status attempt(Level& lv, F body) {
    return attempt_body(lv, &body, [](void* f) { return (*static_cast<F*>(f))(); });
  }
  bool must_take_effect(const Level& lv) const {  // or is recorded to be unplayable
    return lv.card.id != kNoCard && (lv.moment == Moment::play || is_trigger(lv.moment));
  }
  bool attempt_playable();
  bool has_tried_enough(Level& lv);
  std::uint64_t attempt_situation() const;

  // --- the gate
  bool draw_answer(Player& player, const Question& q, const Observation& seen);
  bool is_refused_at_a_glance(const Question& q);
  bool read_answer(const Question& q);
  void stop_by_claim();
  void draw_chance(const Question& q);
  void spend_chance(const Question& q);
  void leave_chance_behind();
  std::uint64_t chance_here() const;
  bool just_taken(Seat seat, Card card) const;
  std::shared_ptr<const std::vector<std::string>> chosen_among(const Note& n) const;
  std::optional<bool> was_open(const std::string& label, Seat seat) const;
  void remember(Seat seat, std::vector<std::string> labels);
  void remember_labels(const Question& q);
  void remember_open_cards(Seat seat, std::span<const Card> cards);
  void show(Seat seat, Card card);
  Status illegal(Verdict v);
  void remark(CardId card, Reason reason, const std::string& why);
  Verdict why_unplayable(Seat seat, Card card, int times);
  // What the engine looks for by itself.
  template <class Look>
  auto look_aside(Look&& look) {
    const Account before = account();
    auto found = look();
    if (!probing()) scripts_.forget_since(before.budget);
    count_in_vain(before);
    return found;
  }
  Trial trial_of(const Level& lv) const;
  std::optional<bool> known_playable(const Level& lv);
  bool take_known_way(Level& lv);
  std::uint64_t search_end() const;  // of one that begins now
  Probe& probe();                    // made when it is first needed

  // --- plays
  void begin();
  Status play_turn(Seat seat);
  Status lost_turn(Seat seat);
  Status agree_on_dead();
  Status count_at_end();
  bool ask_dead(Seat seat, PointSet& dead);
  bool is_found_unplayable(Level& lv);
  bool is_recorded_unplayable(const Level& lv) const;
  bool is_written_unplayable(Level& lv);
  Allowance* reader_allowance() const { return players_[2] ? players_[2]->allowance() : nullptr; }
  std::optional<bool> known_way(const Level& lv);
  bool is_refuted(const Level& lv);
  Status refuse_claim(const Level& lv);
  bool look_after_failing(Level& lv);
  bool is_fresh(const Level& lv) const;
  bool look_before_asking(Level& lv);
  Status attempt_or_look(Level& lv);
  Unplayable unplayable_there(const Level& lv, int how = 0) const;
  void record_unplayable(const Level& lv, int how);
  Status carry_out(Level& lv);
  Status run_card(Level& lv, int move);
  Status ask_placement(Level& lv);
  void limit_stone(Question& q, Seat seat, const PointSet* only) const;
  bool is_stuck(const Question& q, Seat seat) const;
  Status miss_out(Level& lv);
  Card take_up(Seat seat, Card card);
  void judge_end(Seat mover, std::size_t first, Point stone);

  // --- answering cards
  bool is_watched(Seat mover) const;
  std::vector<Card> usable_cards(Seat seat, Moment moment, int move);
  Status use_held(Level& lv, std::span<const Card> offered, int move, bool& taken);
  Status response_window(Seat mover);

  const Ruleset& rules_;
  Scripts& scripts_;
  ChanceKey key_;
  Position* position_ = nullptr;
  Log* log_ = nullptr;
  std::size_t cursor_ = 0, first_item_ = 0;  // in the log: the next item, and where the turn begins
  Players players_{};
  std::array<int, 2> stand_in_depth_{};  // of the play whose answers somebody goes through for that seat; 0: none
  Status status_ = Status::done;
  Question question_;
  CardId turned_up_ = kNoCard;
  Verdict verdict_;
  Fault fault_;
  Answer answer_;
  Landing landing_;
  struct Reachable {  // what was last asked for, on the board with that hash
    std::uint64_t hash = 0;
    int stones = -1;
    CaptureOrder captures = CaptureOrder::none;
    PointSet points;
  };
  std::array<Reachable, 8> reachable_;  // by the number of stones
  std::array<Level, kMaxDepth> levels_;
  int depth_ = 0;
  int group_depth_ = 0;
  std::uint16_t group_ = 0;
  int exchange_depth_ = 0;
  ScriptId script_;                   // that is running
  std::uint16_t turn_questions_ = 0;  // asked outside any play
  std::size_t first_move_ = 0;        // of the turn
  Seat turn_of_ = Seat::black;        // whose it is, also while the other side moves in it
  std::unique_ptr<Probe> probe_;
  bool only_whether_ = false;  // what the last unit of the outermost play does is asked by nobody, only whether it may
  std::vector<Happening> happenings_;  // of this turn, not worked off from `next_happening_` on
  std::size_t next_happening_ = 0;
  bool counting_ = false;  // the game is about to be counted, and only a win ends it before
  int set_off_ = 0;        // effects of this turn so far
  int row_ = 0;            // effects that have set one another off, up to the one that is at work
  EffectWork effect_work_;
  std::uint64_t searched_ = 0;  // steps of what the turn's scripts have looked for, as far as it stands
  std::uint64_t looked_ = 0;    // and of what was looked for to find out whether a card in play can be played
  std::uint64_t began_ = 0;     // the turn did, when scripts had taken so many
  bool tells_again_ = false;    // what has just been looked into
  bool found_hard_ = false;     // did the last search take so many that a later one of the turn may not have them?
  bool cut_short_ = false;      // has a search for whether a card can be played ended for want of time?
  int around_ = 0;              // plays in progress around those of this run, where it tries a card out
  const Run* outer_ = nullptr;  // that has this one try a card out on a copy,
  std::uint64_t search_end_ = std::numeric_limits<std::uint64_t>::max();  // until scripts have taken so many steps
  int entries_ = 0;
  std::optional<std::size_t> claim_;
  bool quiet_ = false;
  bool secret_ = false;           // both sides are being asked,
  std::uint32_t changes_ = 0;     // of the position, or more: while the number stays, so does the position
  std::size_t secret_first_ = 0;  // since this item of the log
  bool is_past_record_ = false;
  struct SecretLabels {  // among which a secret answer of the turn was chosen
    Seat seat;
    std::shared_ptr<const std::vector<std::string>> labels;
  };
  std::vector<SecretLabels> secret_labels_;
  std::size_t secret_labels_first_ = 0;  // of those of both sides
};

}  // namespace gofuda
