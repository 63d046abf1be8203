// The moves along a line of a game record, and the board as they leave it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/notation/sgf_board.hpp"
#include "scripting/sgf_file.hpp"

namespace gofuda {

struct SgfPlay {
  Seat seat;
  Point point;  // kNoPoint: a pass
  SgfId node;
  int line, column;
};

// Where the plays begin: at the root, or where the record puts stones on the board later.
struct SgfWalk {
  SgfWalk(SgfSize size) : start(size), now(size) {}
  SgfBoard start, now;
  std::optional<Seat> to_move;  // at the start, where the record tells
  std::optional<Seat> next;     // after the last play
  std::vector<SgfPlay> plays;
  std::vector<SgfId> line;  // the nodes that were walked
  int moves = 0;            // all of them, those before the start too
};

// Nothing after an error in `out`. `as_game`: moves of one side twice in a row are an error, unless the choice is
// lenient; otherwise the board alone matters.
std::optional<SgfWalk> walk_sgf(const SgfFile& file, const SgfChoice& choice, bool as_game, Diagnostics& out,
                                Diagnostics& notes);

}  // namespace gofuda
