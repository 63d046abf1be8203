// The pages of the library: what a card, deck, game, preset, turn protocol or win condition says, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scripting/library.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

// `in`: the game whose choices of options and orientations are shown; without one, the script's own.
std::vector<std::string> script_page(const Style& style, const Script& script, const Variant* in = nullptr);
std::vector<std::string> deck_page(const Style& style, const Deck& deck, Library& library);
std::vector<std::string> variant_page(const Style& style, const Variant& variant);
// What wins, when the game ends, and how it is counted then.
std::vector<std::string> goal_page(const Style& style, const Variant& variant);
std::vector<std::string> turn_page(const Style& style, const Variant& variant);  // what a turn is in this game
std::vector<std::string> preset_page(const Style& style, const Preset& preset);

nlohmann::json script_json(const Script& script);
nlohmann::json deck_json(const Deck& deck, Library& library);
nlohmann::json variant_json(const Variant& variant, Library* library = nullptr);  // that has its files, or the disk
nlohmann::json preset_json(const Preset& preset);

}  // namespace gofuda::tools
