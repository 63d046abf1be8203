// Who plays a seat: programs chosen by name, with options, such as `random` or `mcts:playouts=2000`.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "scripting/diagnostic.hpp"
#include "scripting/variant.hpp"

namespace gofuda::tools {

// Thrown by a player that cannot go on, such as a program outside that has died. The game is lost, not the batch.
struct PlayerFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A player of one seat, for any number of games, one after the other; one a thread.
class Agent {
 public:
  virtual ~Agent() = default;
  // Before each game. What it plays depends on the game's key, the seat and the course of the game alone.
  virtual void begin(const ChanceKey& key, Seat seat) = 0;
  // The player that answers on the spot, so that scripts run straight through; nullptr for one that searches.
  virtual Player* on_the_spot() { return nullptr; }
  // Of one that searches: an answer to the pending question, which is put to its seat. Of the game it uses what its
  // seat may know. The answer may be refused; it is then asked again, with `refused` counting from 1.
  virtual void answer(const Game& game, Scripts& scripts, int refused, std::vector<std::uint16_t>& out) = 0;
  virtual std::string name() const = 0;  // with its options, as make_agent takes it
};

struct AgentOption {
  std::string_view name, text;
  std::int64_t least, most, fallback;
};
using AgentValues = std::map<std::string_view, std::int64_t>;
struct AgentOrder {
  const std::string& spec;
  const AgentValues& values;  // of every option of the kind
  const Variant& variant;
  Diagnostics& out;
};
struct AgentKind {
  std::string_view name, text;
  std::span<const AgentOption> options;
  std::unique_ptr<Agent> (*make)(const AgentOrder& order);  // nothing after a diagnostic
};
std::string agent_help();  // a line for each kind, with its options

// From `name` or `name:option=value,option=value`. Nothing after a diagnostic: an unknown name or option, a value out
// of range, or a variant that such a player cannot play.
std::unique_ptr<Agent> make_agent(const std::string& spec, const Variant& variant, Diagnostics& out);

// Has the game gone on after the passes that should have ended it? Then the sides differ on the dead stones.
bool has_played_on(const Position& p);

// Plays on from where the game stands to its end, a fault, or so many turns. `scripts` are the game's.
Status play_game(Game& game, Scripts& scripts, Agent& black, Agent& white, int most_turns);

}  // namespace gofuda::tools
