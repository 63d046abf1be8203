// How many answers the questions of a game have, of all or of some of them; and which of the cards on offer is taken.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/run.hpp"
#include "tools/lab/statistics/tally.hpp"
#include "tools/players/player.hpp"

namespace gofuda::lab {

class QuestionWatch {
 public:
  // One question in `every`, a power of two, is looked at; which ones is decided by the key.
  void begin(const ChanceKey& key, std::uint32_t every, GameRecord& out);
  bool wants(std::size_t cursor);  // the question that comes after so many answers of the turn?
  void asked(const Question& q, const Observation& seen, std::size_t cursor);
  // What a turn's script offers, and what is taken of it; a later answer to the same question is the one that counts.
  void answered(const Question& q, const Answer& a, std::size_t cursor);
  void end_turn(std::size_t answers);  // what was asked in it stands, up to so many answers

 private:
  struct Asked {
    std::size_t cursor;
    Breadth breadth;
  };
  struct Offer {
    std::size_t cursor;
    CardTaken taken;
  };
  std::vector<Asked> turn_;  // of the turn in progress: a play that is tried again asks again
  std::vector<Offer> offers_;
  GameRecord* out_ = nullptr;
  std::uint64_t key_ = 0, turns_ = 0;
  std::uint32_t every_ = 1;
};

// How many different answers fit the question: of an ordinary stone the points where it is legal, and passing; of
// everything else what could be named, before suicide and ko are judged.
std::uint64_t breadth_of(const Question& q, const Observation& seen);

// The same player, with what it is asked noted.
std::unique_ptr<Player> watched(std::unique_ptr<Player> player, QuestionWatch& watch);

}  // namespace gofuda::lab
