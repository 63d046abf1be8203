// The program as an engine of the Go Text Protocol, version 2, for games of plain stones.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "scripting/library.hpp"
#include "tools/players/player.hpp"

namespace gofuda::tools {

class GtpServer {
 public:
  // player: who answers genmove, for either side.
  GtpServer(Library& library, std::string variant, Settings settings, std::string player, std::uint64_t seed)
      : library_(library),
        name_(std::move(variant)),
        settings_(std::move(settings)),
        player_(std::move(player)),
        seed_(seed) {}
  // False after a diagnostic: no such variant or player, or the game is none of plain stones on a square board.
  bool start(Diagnostics& out);
  // The answer to a line, its end included; "" where the protocol wants none: to blank lines and comments.
  std::string answer(std::string_view line);
  bool over() const { return over_; }  // after quit

 private:
  using Words = std::vector<std::string>;
  struct Answer {
    bool well;
    std::string text;
  };
  struct Command;
  static const std::vector<Command>& commands();
  static Answer yes(std::string text = "") { return {true, std::move(text)}; }
  static Answer no(std::string text) { return {false, std::move(text)}; }

  Answer known_command(const Words& words);
  Answer list_commands(const Words& words);
  Answer boardsize(const Words& words);
  Answer clear_board(const Words& words);
  Answer komi(const Words& words);
  Answer fixed_handicap(const Words& words);
  Answer place_free_handicap(const Words& words);
  Answer set_free_handicap(const Words& words);
  Answer play(const Words& words);
  Answer genmove(const Words& words);
  Answer undo(const Words& words);
  Answer final_score(const Words& words);
  Answer final_status_list(const Words& words);
  Answer showboard(const Words& words);

  std::shared_ptr<const Variant> read(const Settings& settings, Diagnostics& out) const;
  bool take(std::shared_ptr<const Variant> variant, Diagnostics& out);
  void begin(const std::vector<Point>& handicap);
  void turn_to(Seat seat);
  Verdict put(Seat seat, Point point);
  Answer handicap(const Words& words, bool fixed);
  const Position& position() const { return game_->position(); }
  PointSet dead() const;

  Library& library_;
  std::string name_;
  Settings settings_;
  std::string player_;
  std::uint64_t seed_, games_ = 0;
  std::shared_ptr<const Variant> variant_;
  std::unique_ptr<Scripts> scripts_;
  std::array<std::unique_ptr<Player>, 2> players_;
  std::optional<Game> game_;
  std::vector<Game> before_;  // each move, to be taken back
  bool over_ = false;
};

// Where the protocol sets so many handicap stones on a square board of that size; none where it knows no such handicap.
std::vector<Point> fixed_handicap_points(int side, int stones);

}  // namespace gofuda::tools
