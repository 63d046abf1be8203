// What a dispute may expect, and how each is checked.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/notation/feed.hpp"
#include "scripting/scripts.hpp"
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
  bool not_asked = false;                // the last play answers nothing that is asked, perhaps because all is over
  std::span<const Remark> remarks = {};  // of the whole game, where the expectation asks why a card could not be played
  // The position that the ruling is about: in the middle of a turn when something was said about it, else between
  // turns.
  const Position& position() const { return feed.turn_begun() ? game.position() : game.turn_start(); }
};

inline constexpr std::string_view kNotAsked = "not-asked";  // beside the reasons for a refusal

struct ExpectKey {
  std::string_view name, text;
  bool may_be_empty = false;  // and says something: no stones, no points
};
std::span<const ExpectKey> expect_keys();

// Every difference between what is expected and what is seen goes to `out` with code "failed"; a mistake in the file
// with its own.
void check_expectation(const YamlFile& file, const YamlNode& expect, const Judged& seen, Diagnostics& out);

}  // namespace gofuda
