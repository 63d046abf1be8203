// Answers to the last move, as the random games of a search begin with them: stones in atari, and shapes beside it.
#pragma once

#include "core/board.hpp"
#include "core/draws.hpp"

namespace gofuda::tools {

// kNoPoint: nothing there asks for an answer, and anything will do.
Point answer_to(const Board& board, Colour to_move, Point last, Draws& draws);
// Any legal stone that does not fill an own single-point eye, each as likely as the others; kNoPoint when there is
// none.
Point any_stone(const Board& board, Colour to_move, Draws& draws);

}  // namespace gofuda::tools
