// Who plays a seat: programs chosen by name, with options, such as `random` or `mcts:playouts=2000`.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/player.hpp"
#include "core/position.hpp"
#include "scripting/diagnostic.hpp"
#include "scripting/variant.hpp"

namespace gofuda::tools {

struct PlayerOption {
  std::string_view name, text;
  std::int64_t least, most, fallback;
  bool file = false;  // its value is a file's name and no number
};
struct PlayerValues {
  std::map<std::string_view, std::int64_t> numbers;  // of every option of the kind
  std::map<std::string_view, std::string> files;     // of those that were given
};
struct PlayerOrder {
  const std::string& spec;
  const PlayerValues& values;
  const Variant& variant;
  Diagnostics& out;
};
struct PlayerKind {
  std::string_view name, text;
  std::span<const PlayerOption> options;
  std::unique_ptr<Player> (*make)(const PlayerOrder& order);  // nothing after a diagnostic
  bool other_program = false;                                 // it starts one
};
std::span<const PlayerKind> player_kinds();
std::string player_help();  // a line for each kind, with its options

// From `name` or `name:option=value,option=value`. Nothing after a diagnostic: an unknown name or option, a value out
// of range, or a variant that such a player cannot play.
std::unique_ptr<Player> make_player(const std::string& spec, const Variant& variant, Diagnostics& out);

std::vector<std::string> player_files(const std::string& spec);  // that it reads, such as weights
std::string without_files(const std::string& spec);              // the same player, who reads none
bool needs_other_program(const std::string& spec);               // or a file
bool sees_secrets(const std::string& spec);                      // let into what its seat may not know
// Why it cannot play where rules are kept apart; "": it can.
std::string why_not_isolated(const std::string& spec);

// Has the game gone on after the passes that should have ended it? Then the sides differ on the dead stones.
bool has_played_on(const Position& p);

}  // namespace gofuda::tools
