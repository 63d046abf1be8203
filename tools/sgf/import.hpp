// A record in the Smart Game Format, played by the rules.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "scripting/dispute.hpp"
#include "scripting/sgf_file.hpp"

namespace gofuda::tools {

struct PlayedRecord {
  OpenGame open;
  Settings settings;
  std::string title;
};

// Plays all of a saved game. Nothing after an error in `out`, which says what is refused, and where it is written.
std::optional<PlayedRecord> play_record(Library& library, const Dispute& dispute, const Settings& more,
                                        Diagnostics& out);

// The same of a record. Where the choice is lenient, a move that the rules refuse only puts its stone.
std::optional<PlayedRecord> play_sgf(Library& library, const std::string& name, std::string_view bytes,
                                     SgfChoice choice, const Settings& more, Diagnostics& out, Diagnostics& notes);

std::string game_text(const PlayedRecord& record);     // as a saved game
std::string dispute_text(const PlayedRecord& record);  // the position alone, for a dispute about it

}  // namespace gofuda::tools
