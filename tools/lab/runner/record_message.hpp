// A game's record as a message of another process.
#pragma once

#include "tools/isolate/message.hpp"
#include "tools/lab/statistics/tally.hpp"

namespace gofuda::lab {

// What no record of a game can be beyond.
struct RecordBounds {
  std::size_t cards = 0, conditions = 0;
  std::int64_t nanoseconds = 0;  // that it can have taken
  int turns = 0;                 // after which it is stopped
};

void write_record(isolate::MessageWriter& to, const GameRecord& g);
// Without its number. The reader is bad when it is no record of such a game.
void read_record(isolate::MessageReader& from, const RecordBounds& bounds, GameRecord& g);

}  // namespace gofuda::lab
