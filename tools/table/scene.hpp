// What a player is shown of a game: as a screen with the board and the cards, as a few plain lines, and as JSON. Only
// what the seat may know is in it.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "scripting/variant.hpp"
#include "tools/print/result.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

struct Scene {
  const Variant& variant;
  const Game& game;
  std::optional<Seat> viewer;          // nobody: everything is seen but the order of the decks
  std::array<std::string, 2> players;  // "human", "random"; may be empty
  const Position* at = nullptr;        // another position of the game than the last; nothing is asked there
  const Position& position() const { return at ? *at : game.position(); }
  bool asks() const { return !at && game.state() == Status::asks; }
};

std::vector<std::string> screen(const Style& style,
                                const Scene& scene);       // the board, and beside or below it all the rest
std::vector<std::string> plain_lines(const Scene& scene);  // board, piles and question, for pipes and files
// `first_move`: moves from this number on are new.
nlohmann::json state_json(const Scene& scene, std::size_t first_move);

std::string move_line(const Scene& scene, std::size_t move);  // "white: Keima; sets white D4 F5"
PointSet last_points(const Position& position);               // of the last move that did something
// What to mark on the board: the stones that have won, those said to be dead, or the last move.
PointSet marked_points(const Scene& scene);
PointSet closed_points(const Scene& scene);                // by the opening rule, to the stone that is asked for
std::string asked_text(const Scene& scene);                // "black: 3 points for Place your 3 stones"
std::vector<std::string> asked_hints(const Scene& scene);  // what one should know to answer

// Is the pending question the other side's, and of a kind that would tell what that side holds or writes down?
bool asked_in_secret(const Scene& scene);

// With the seed one can deal the cards anew and see them all: a side learns it when the game is over.
inline bool shows_seed(const Scene& scene) { return !scene.viewer || scene.game.over(); }

bool has_secrets(const Scene& scene);  // does a side know anything that the other does not?

}  // namespace gofuda::tools
