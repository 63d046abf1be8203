// A scene as JSON: what `play --json` prints, and the state that the page is sent.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tools/print/result.hpp"
#include "tools/table/scene.hpp"

namespace gofuda::tools {

// `first_move`: moves from this number on are new.
nlohmann::json state_json(const Scene& scene, std::size_t first_move);

// What of the page's state a scene tells; README.md has all of it.
nlohmann::json page_json(const Scene& scene, const Settings& settings);
std::string goal_text(const Variant& variant);  // in a sentence
nlohmann::json board_json(const Grid& grid, const Board& board);
nlohmann::json orientation_json(const Orientation& o);

// The cards of the game, for the gallery; how many are where, as far as the scene's viewer can tell.
nlohmann::json cards_json(const Scene& scene);
nlohmann::json cards_json(const Variant& variant);

}  // namespace gofuda::tools
