// What a seat does not know, drawn at random: a game that it could be playing.
#pragma once

#include "core/game.hpp"

namespace gofuda::tools {

// The position at the start of the turn that is being played, in which everything that the seat may not know is dealt
// anew: the order of the decks, the other side's hand and what it has laid aside hidden, and what it has written down.
// Cards that this turn has turned up or drawn so far stay where they came from, so that the turn's answers still fit.
Position determinize(const Game& game, Seat seat, Random& random);

}  // namespace gofuda::tools
