// The file of a learned policy: its form is in the README of this room.
#pragma once

#include <memory>
#include <string>

#include "scripting/diagnostic.hpp"
#include "scripting/variant.hpp"
#include "tools/players/policy.hpp"

namespace gofuda::tools {

// What decides how a game is played, its scripts and options included, in 16 digits.
std::string rules_mark(const Variant& variant);

struct Learned {
  std::uint64_t games = 0, answers = 0, seed = 0, playouts = 0;
};
std::string weights_text(const Weights& weights, const Variant& variant, const Learned& learned);

// Nothing after a diagnostic: the file is damaged, or of other rules.
std::shared_ptr<const Weights> read_weights(const std::string& path, const Variant& variant, Diagnostics& out);
std::shared_ptr<const Weights> parse_weights(const std::string& name, std::string_view text, const Variant& variant,
                                             Diagnostics& out);

}  // namespace gofuda::tools
