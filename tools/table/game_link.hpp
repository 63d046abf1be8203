// Games to go on with: in a file, or in an address as the page's Share makes it.
#pragma once

#include <optional>
#include <string>

#include "scripting/diagnostic.hpp"
#include "scripting/dispute.hpp"

namespace gofuda::tools {

struct GameText {
  std::string name;  // as diagnostics call it
  std::string text;
  DisputeFiles files;  // that it may name: none in a link
};
// Nothing after a diagnostic.
std::optional<GameText> read_game_text(const std::string& file_or_link, Diagnostics& out);

}  // namespace gofuda::tools
