// One card alone: played again and again on positions of random games, whatever else its turn would do.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/position.hpp"
#include "scripting/diagnostic.hpp"
#include "scripting/scripts.hpp"
#include "scripting/variant.hpp"

namespace gofuda::tools {

struct TrialPlay {  // one that took effect
  Position before, after;
  std::string answers;  // "(D4 F5)"
};

struct CardTrial {
  int positions = 0, played = 0;
  std::map<std::string, int> unplayable;  // how often, by what stood in the way most: "suicide: The stones ..."
  std::optional<Diagnostic> fault;        // the first one
  int faults = 0;
  std::optional<Diagnostic> fault_elsewhere;  // in another file: of an effect on the table, or a card that it plays
  int faults_elsewhere = 0;
  std::map<std::string, int> asked;  // questions of the plays, by their kind's name
  std::vector<double> microseconds;  // of each play, sorted
  std::vector<std::uint64_t> steps;  // of its scripts, sorted
  std::vector<TrialPlay> examples;   // the first ones, as many as were asked for
  int without_change = 0;            // plays after which the board is as it was
  std::uint64_t steps_of_games = 0;  // in all the games that led to the positions
  bool slow = false;                 // it was ended early, for what the card's own plays had cost
  int early = 0;                     // positions that are earlier than was meant, for the games take too long
};

struct TrialOrder {
  std::shared_ptr<const Variant> variant;  // whose cards the card is one of
  CardId card = kNoCard;
  int positions = 200;
  std::uint64_t seed = 1;
  int examples = 0;
  std::uint64_t most_steps = 0;    // of scripts, in plays of the card; 0: any number
  std::uint64_t enough_steps = 0;  // after so many, `fewest` positions are enough; 0: never
  int fewest = 0;
  std::uint64_t steps_of_games = 0;  // of scripts, in the games that lead to the positions; 0: any number
};

// Each side plays it, in turns; answers are drawn evenly from the legal ones. Depends on the order alone, but for
// times. Where the games have taken what they may, the positions reached by then are used, and after that the first one
// of each game. `stop()`, if given, ends it before the next position.
CardTrial try_card(const TrialOrder& order, const std::function<bool()>& stop = {});

// The same on these positions, again and again until there are enough, each time for the other seat.
CardTrial try_card_on(const TrialOrder& order, std::span<const Position> positions);

}  // namespace gofuda::tools
