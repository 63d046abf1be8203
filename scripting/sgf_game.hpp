// Game records in the Smart Game Format as saved games and as positions. A record of plain stones is a game of Go, and
// its moves are answers; one that this program wrote holds the answers themselves.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/notation/sgf_board.hpp"
#include "scripting/dispute.hpp"
#include "scripting/sgf_file.hpp"

namespace gofuda {

// The properties that hold what other programs have no word for.
inline constexpr std::string_view kSgfHead = "GFH";     // of the root: a saved game, but for its plays
inline constexpr std::string_view kSgfAnswers = "GFA";  // of the first node of a turn: its answers, a line a value

struct SgfGame {
  Dispute dispute;           // it expects nothing
  std::vector<SgfId> nodes;  // of each of its plays, where they are moves of Go
  bool answers = false;      // the file holds the answers
  struct Said {
    SgfSize size;
    int line, column;
  };
  std::optional<Said> size;  // of the board, where the file says it
};

// Nothing after an error in `out`. What was read but has no place here goes to `notes`, as warnings.
std::optional<SgfGame> read_sgf_game(const std::string& name, std::string_view bytes, const SgfChoice& choice,
                                     Diagnostics& out, Diagnostics& notes);

// What stands on the board after so many moves, as every program shows it.
std::optional<SgfPosition> read_sgf_position(const std::string& name, std::string_view bytes, const SgfChoice& choice,
                                             Diagnostics& out);

}  // namespace gofuda
