// Where the games of a batch begin, if not where the rules say: a position from a file.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "scripting/dispute.hpp"

namespace gofuda::tools {

struct FromPosition {
  std::shared_ptr<const Variant> variant;
  Settings settings;  // the file's, with those on top of them
  std::shared_ptr<const Position> position;
};

// A saved game or a dispute, played to its end; where it stops within a turn, how that turn began, and a warning.
// `variant`: the game that it must be of, unless "". Nothing after an error.
std::optional<FromPosition> read_from(Library& library, const Dispute& file, const std::string& variant,
                                      const Settings& more, Diagnostics& out);

}  // namespace gofuda::tools
