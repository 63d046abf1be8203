// The program as an engine of the Go Text Protocol, version 2. In games of Go as the protocol knows them, either side
// may set a stone at any time; in all others the moves are answers to what the game asks.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "scripting/library.hpp"
#include "tools/players/player.hpp"
#include "tools/players/thinker.hpp"
#include "tools/protocols/gtp_clock.hpp"
#include "tools/protocols/gtp_files.hpp"
#include "tools/table/scene.hpp"

namespace gofuda::tools {

// The way to the client, for answers that go on until it says something else. Without it they are short.
struct GtpLink {
  std::function<void(std::string_view)> say;
  std::function<bool(int ms)> heard;  // is there a line to read, or the end, after so long at most?
};

struct GtpOptions {
  std::string player;
  std::uint64_t seed = 1;
  bool points = false;              // answers come point by point, for programs in which a click is a move
  std::optional<Seat> viewer = {};  // whose secrets are shown
  GtpLink link = {};
  GtpFiles files = {};
};

class GtpServer {
 public:
  // player: who answers genmove, for either side.
  GtpServer(Library& library, std::string variant, Settings settings, GtpOptions options)
      : library_(library),
        name_(std::move(variant)),
        settings_(std::move(settings)),
        options_(std::move(options)),
        viewer_(options_.viewer) {}
  GtpServer(Library& library, std::string variant, Settings settings, std::string player, std::uint64_t seed)
      : GtpServer(library, std::move(variant), std::move(settings), {.player = std::move(player), .seed = seed}) {}
  // False after a diagnostic: no such variant or player.
  bool start(Diagnostics& out);
  // The answer to a line, its end included; "" where the protocol wants none: to blank lines and comments. What the
  // link has said is not in it.
  std::string answer(std::string_view line);
  bool over() const { return over_; }  // after quit

 private:
  using Words = std::vector<std::string>;
  using Clock = Thinker::Clock;
  struct Answer {
    bool well;
    std::string text;
    bool said = false;  // all of it but its end
  };
  struct Command {
    std::string_view name;
    Answer (GtpServer::*run)(const Words&);  // the words after the name
    std::size_t least, most;                 // of them
  };
  static std::span<const Command> commands();
  static Answer yes(std::string text = "") { return {true, std::move(text)}; }
  static Answer no(std::string text) { return {false, std::move(text)}; }

  // --- the protocol itself, and moves (gtp.cpp)
  Answer protocol_version(const Words& words);
  Answer name(const Words& words);
  Answer version(const Words& words);
  Answer quit(const Words& words);
  Answer nothing(const Words& words);
  Answer known_command(const Words& words);
  Answer list_commands(const Words& words);
  Answer cputime(const Words& words);
  Answer play(const Words& words);
  Answer play_sequence(const Words& words);
  Answer genmove(const Words& words);
  Answer reg_genmove(const Words& words);
  Answer genmove_cleanup(const Words& words);
  Answer undo(const Words& words);
  Answer gg_undo(const Words& words);

  // --- what is played, and from where (gtp_setup.cpp)
  Answer boardsize(const Words& words);
  Answer rectangular_boardsize(const Words& words);
  Answer clear_board(const Words& words);
  Answer komi(const Words& words);
  Answer get_komi(const Words& words);
  Answer fixed_handicap(const Words& words);
  Answer place_free_handicap(const Words& words);
  Answer set_free_handicap(const Words& words);
  Answer loadsgf(const Words& words);
  Answer setup(const Words& words);
  Answer setup_player(const Words& words);
  Answer rules(const Words& words);
  void drop_what_it_says(const std::string& preset, Settings& settings) const;
  Answer kata_get_rules(const Words& words);
  Answer kata_set_rules(const Words& words);
  Answer kata_set_rule(const Words& words);
  Answer kgs_rules(const Words& words);
  Answer time_settings(const Words& words);
  Answer kgs_time_settings(const Words& words);
  Answer time_left(const Words& words);

  // --- how the game stands (gtp_status.cpp)
  Answer final_score(const Words& words);
  Answer final_status_list(const Words& words);
  Answer status(const Words& words);
  Answer showboard(const Words& words);
  Answer list_stones(const Words& words);
  Answer is_legal(const Words& words);
  Answer all_legal(const Words& words);

  // --- what programs made for GNU Go ask (gtp_gnugo.cpp)
  Answer captures(const Words& words);
  Answer estimate_score(const Words& words);
  Answer final_status(const Words& words);
  Answer get_handicap(const Words& words);
  Answer last_move(const Words& words);
  Answer move_history(const Words& words);
  Answer query_boardsize(const Words& words);
  Answer printsgf(const Words& words);

  // --- games that GoGui does not know (gtp_gogui.cpp)
  Answer game_id(const Words& words);
  Answer rules_board(const Words& words);
  Answer rules_board_gfx(const Words& words);
  Answer captured_count(const Words& words);
  Answer rules_board_size(const Words& words);
  Answer legal_moves(const Words& words);
  Answer side_to_move(const Words& words);
  Answer final_result(const Words& words);
  Answer analyze_commands(const Words& words);
  Answer question(const Words& words);
  Answer answer_asked(const Words& words);
  Answer view(const Words& words);

  // --- answers that come point by point (gtp_points.cpp)
  bool takes_points() const;
  bool complete() const;
  bool may_end() const;
  PointSet next_points() const;
  std::optional<gofuda::Answer> chosen_answer() const;
  PointSet named() const;
  std::vector<Point> option_points() const;
  std::string option_name(std::size_t i) const;
  bool clicked_in_secret() const;
  Point masked(Point p, bool back) const;
  std::optional<Game> claimed() const;
  Answer claim(Game claimed_game);
  Answer play_point(Point point);
  std::optional<Answer> play_click(const std::string& word);
  Words clicks() const;
  Answer say_point(Seat seat);
  Answer say_rest();
  Answer say_whole(const gofuda::Answer& a);

  // --- while it thinks (gtp_analysis.cpp)
  Answer lz_analyze(const Words& words);
  Answer kata_analyze(const Words& words);
  Answer lz_genmove_analyze(const Words& words);
  Answer kata_genmove_analyze(const Words& words);
  Answer top_moves_black(const Words& words);
  Answer top_moves_white(const Words& words);
  Answer top_moves(Seat seat);
  std::optional<Answer> refuse_thought(Game& game, Seat seat, Thinker*& thinker) const;
  enum class Dialect { lz, kata };
  Answer analyze(const Words& words, Dialect dialect, bool moves);

  // How the game stands, with what was answered of the pending question point by point; or what is to be said of its
  // answer still.
  struct Stand {
    Game game;
    std::vector<Point> chosen;
    std::optional<std::vector<Point>> unsaid;
  };
  struct Secret {  // a play that the other side may not see, named by its number
    Seat seat;
    std::string word;
  };
  std::shared_ptr<const Variant> read(const Settings& settings, Diagnostics& out) const;
  bool take(std::shared_ptr<const Variant> variant, Diagnostics& out);
  Answer change(const Settings& settings, const std::string& otherwise);
  Answer resize(const std::string& width, const std::string& height);
  void begin(std::optional<Position> position = {});
  // Where a click is a move, all processes of a client deal alike, whatever else each of them was told.
  ChanceKey key() const { return {options_.seed, options_.points && !free_moves() ? 0 : games_}; }
  Position start_position() const;
  Answer handicap(const Words& words, bool fixed);
  bool is_untouched() const;
  void lay(const Board& stones, Board& board) const;
  bool may_stand(const Board& stones) const;
  void begin_with(const Board& stones, Seat to_move);
  void begin_handicap(const std::vector<Point>& stones);
  void seat_players();

  bool free_moves() const { return go_; }
  void turn_to(Game& game, Seat seat) const;
  void keep(Stand before);
  // What f() answers, with the game and what can be taken back as they were.
  template <class F>
  Answer only_asked(F f) {
    const Stand stand = *stand_;
    std::vector<Stand> before = std::exchange(before_, {});
    Answer a = f();
    stand_ = stand, before_ = std::move(before);
    return a;
  }
  Verdict put(Seat seat, Point point);
  Answer play_word(Seat seat, const std::string& word);
  Answer play_asked(Seat seat, const std::string& word);
  Answer play_free(Seat seat, const std::string& word);
  Answer play_tokens(Seat seat, const std::string& word);
  Answer failed(const Fault& fault);
  Answer submit(const gofuda::Answer& a, Stand before);
  void settle();
  struct Thinking {
    std::optional<Clock::time_point> begun = {};  // of the move's time
    bool plays = true;                            // or is only asked what it would play
  };
  Answer think(Seat seat, const Thinking& how);
  Answer think(Seat seat) { return think(seat, Thinking{}); }
  Answer said_by(Seat seat, const Stand& before, bool plays);
  std::string word_since(Seat seat, const Game& before, std::size_t end) const;
  bool holds_unseen(Seat seat) const;
  bool hides(Seat seat, std::size_t items, std::size_t moves) const;
  static std::optional<std::size_t> shown_for(const Game& game);
  std::vector<std::size_t> starts() const;
  bool goes_past_what_shows(Seat seat, const std::string& word) const;
  std::size_t answered_unseeing(const Game& before) const;
  int moves_to_come() const;
  std::array<Player*, 2> sitting(Seat seat) const;
  Player& player(Seat seat) const { return *players_[static_cast<std::size_t>(index(seat))]; }
  Player& asked(Seat seat) const { return *asked_[static_cast<std::size_t>(index(seat))]; }

  const Game& game() const { return stand_->game; }
  const Position& position() const { return game().position(); }
  const Grid& grid() const { return variant_->ruleset->grid; }
  Scene scene() const;
  PointSet dead() const;
  PointSet in_seki(const PointSet& dead) const;
  std::optional<int> margin() const;  // as it stands, by what is proposed; nothing where points do not decide
  PointSet legal_points(Seat seat) const;

  Library& library_;
  std::string name_;
  Settings settings_;
  GtpOptions options_;
  std::optional<Seat> viewer_;
  std::uint64_t games_ = 0;
  GtpClock clock_;
  std::shared_ptr<const Variant> variant_;
  bool go_ = false;  // as the protocol knows it
  std::unique_ptr<Scripts> scripts_;
  std::array<std::unique_ptr<Player>, 2> players_;
  std::array<std::unique_ptr<Player>, 2> asked_;  // what they would play or think: no question changes what they play
  std::optional<Stand> stand_;
  std::vector<Stand> before_;  // each move, to be taken back
  std::vector<Secret> secrets_;
  std::string id_;  // of the command
  bool over_ = false;
};

// Where the protocol sets so many handicap stones on a square board of that size; none where it knows no such handicap.
std::vector<Point> fixed_handicap_points(int side, int stones);

}  // namespace gofuda::tools
