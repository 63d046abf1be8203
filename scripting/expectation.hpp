// What a dispute may expect, and how each is checked.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/notation/feed.hpp"
#include "scripting/variant.hpp"
#include "scripting/yaml.hpp"

namespace gofuda {

struct Judged {
  const Variant& variant;
  Scripts& scripts;
  const Game& game;
  const Game& waiting;  // the same before open offers were declined
  const TokenFeed& feed;
  std::optional<Verdict> refused;
  // The position that the ruling is about: in the middle of a turn when something was said about it, else between
  // turns.
  const Position& position() const { return feed.turn_begun() ? game.position() : game.turn_start(); }
};

struct ExpectKey {
  std::string_view name, text;
};
std::span<const ExpectKey> expect_keys();

// Every difference between what is expected and what is seen goes to `out` with code "failed"; a mistake in the file
// with its own.
void check_expectation(const YamlFile& file, const YamlNode& expect, const Judged& seen, Diagnostics& out);
// A line for each move of the game: who, what, which stones; and the last refusal.
std::vector<std::string> explain_game(const Game& game, const TokenFeed& feed);

}  // namespace gofuda
