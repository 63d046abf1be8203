// A game at the table and the files behind it: opening, saving, taking back, and going on when the rules were edited.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/drive.hpp"
#include "scripting/dispute.hpp"
#include "tools/players/player.hpp"
#include "tools/print/options.hpp"
#include "tools/table/reasons.hpp"

namespace gofuda::tools {

// The rule files of some folders as they were last seen.
class FileWatch {
 public:
  explicit FileWatch(std::vector<std::string> folders) : folders_(std::move(folders)), seen_(look()) {}
  std::vector<std::string> changed();  // saved, made or removed since the last call; as diagnostics name them

 private:
  using Stamps = std::map<std::string, std::pair<long long, std::uintmax_t>>;  // time and size
  Stamps look() const;
  std::vector<std::string> folders_;
  Stamps seen_;
};

// By what a program draws that is asked now. Who answers at once goes on for the rest of the turn, so that what is
// drawn before it is asked does not count: with it or without, the same is answered.
ChanceKey key_for(const Game& game, const Player& program, int refused);

// Programs play on from where the game stands, to the end of that turn at most. They draw from the seed and the place
// in the log, so that taking back and loading change nothing.
DriveResult drive_programs(Game& game, Scripts& scripts, const std::array<Player*, 2>& programs, int last_turn,
                           const std::function<bool()>& interrupt);

std::vector<std::string> rule_folders(const Options& options);

class Session {
 public:
  // Each seat is played by "human" or by a program: random, mcts:playouts=2000, ...
  Session(const Options& options, std::array<std::string, 2> players)
      : options_(options), players_(std::move(players)) {}

  // A new game. False after at least one diagnostic.
  bool start(const std::string& variant, const Settings& settings, std::uint64_t seed, Diagnostics& out);
  // A saved game or a dispute, in a file or a link of the page, with these settings on top of its own. Where the file's
  // plays do not fit the rules, the game stands before the first that does not, and `misfit` says which and why. On
  // false the game is as it was.
  bool load(const std::string& path, const Settings& more, Diagnostics& out, std::string& misfit);
  bool load_text(const std::string& name, const std::string& text, const Settings& more, Diagnostics& out,
                 std::string& misfit, const DisputeFiles& files = {});
  // The same in two steps, of which the first may be done on another thread.
  struct Loaded {
    Settings settings;
    std::shared_ptr<const Variant> variant;
    std::unique_ptr<Scripts> scripts;
    std::optional<Game> game;
    std::string misfit;
  };
  static std::optional<Loaded> read_game(const Options& options, const std::string& name, const std::string& text,
                                         const Settings& more, Diagnostics& out, const DisputeFiles& files = {});
  static std::optional<Loaded> begun(Library& library, const std::string& variant, const Settings& settings,
                                     std::uint64_t seed, Diagnostics& out);
  void take(Loaded loaded);
  // The rule files as they are now, and the same answers on them; `misfit` where not all of them fit.
  struct Present {
    std::shared_ptr<const Variant> variant;
    Settings settings;
    Game game;
  };
  Present present() const { return {variant_, settings_, *game_}; }
  static std::optional<Loaded> reread(Library& library, const Present& now, Diagnostics& out);
  bool reload(Diagnostics& out, std::string& misfit);  // that, and taken

  const Variant& variant() const { return *variant_; }
  const std::shared_ptr<const Variant>& shared_variant() const { return variant_; }
  Scripts& scripts() { return *scripts_; }
  Reasons& reasons() const;  // of the game as it is
  const Settings& settings() const { return settings_; }
  const Game& game() const { return *game_; }
  bool has_game() const { return game_.has_value(); }
  const std::string& player(Seat s) const { return players_[static_cast<std::size_t>(index(s))]; }
  bool human(Seat s) const { return player(s) == "human"; }
  // Who plays from now on. False after a diagnostic: there is no such player, or it cannot play this game.
  bool seat_players(std::array<std::string, 2> players, Diagnostics& out);
  void name_players(std::array<std::string, 2> players) { players_ = std::move(players); }  // they play elsewhere
  // A person must answer now.
  bool waits() const { return game_->state() == Status::asks && human(game_->question().seat); }

  void interrupt_by(std::function<bool()> interrupt) { interrupt_ = std::move(interrupt); }  // go_on() ends early then
  // Lets the programs go on until a person is asked, the end, a fault, or so many turns have been finished.
  void go_on(int max_turns = 1 << 30);
  void go_to_question();  // or to the end, as who reads the saved game does: nobody plays
  // Why a program could not go on in the last go_on(); empty: none failed.
  const std::string& failure() const { return failure_; }
  // A person's answer in the notation. A refusal leaves the game as it was.
  Verdict answer(const Answer& a) { return game_->answer(*scripts_, a, {}, false); }
  Verdict give_up_card() { return game_->give_up_card(*scripts_, {}, game_->said_for_card()); }  // that is asked for
  // Where in the log a person answered last with more than "decline".
  std::optional<std::size_t> last_answer() const;
  bool undo();                                        // back to there. False when there is none
  static void settle(Game& game, Scripts& scripts) {  // on to the next question, or the end
    if (game.state() == Status::done && !game.over()) game.advance(scripts);
  }
  void settle() { settle(*game_, *scripts_); }
  void put(Game game) { game_.emplace(std::move(game)); }  // another course of it, on the same rules

  std::string saved() const;                        // as the text of a file
  std::string save(const std::string& path) const;  // a message on failure, else ""
  // After a fault: a file of the game, in the current folder. Its name, or "" with `problem`.
  std::string write_fault(std::string& problem) const;
  // Does that game come to the fault? Not where it was only in what a program tried out.
  bool faults_again() const;
  std::string fault_text() const;  // "file:line: error[code]: message"
  std::string take_output();       // what scripts printed since the last call
  static std::string take_output(Scripts& scripts);

 private:
  static std::optional<Loaded> opened(const Dispute& dispute, const Settings& settings, Library& library,
                                      Diagnostics& out);
  bool seat_programs(Diagnostics& out);

  const Options& options_;
  std::array<std::string, 2> players_;
  std::array<std::unique_ptr<Player>, 2> programs_;  // none for a person
  std::string failure_;
  std::function<bool()> interrupt_;
  const Variant* programs_for_ = nullptr;  // the variant that they were made for
  Settings settings_;
  std::shared_ptr<const Variant> variant_;
  std::unique_ptr<Scripts> scripts_;
  std::optional<Game> game_;
  mutable std::optional<Reasons> reasons_;
};

}  // namespace gofuda::tools
