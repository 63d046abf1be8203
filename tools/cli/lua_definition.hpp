#pragma once

#include <string>
#include <string_view>

namespace gofuda::tools {

struct ApiObject {
  std::string_view name, text;  // "": words of their own
};
inline constexpr ApiObject kApiObjects[] = {
    {"Seat", "A side of the game: `me` and `opponent`."},
    {"Board", "The board, with what the play has done so far."},
    {"Points", "A set of points. `#points` counts them, `a + b`, `a - b` and `a * b` join, take away and intersect."},
    {"Card", "A card, such as `this` or what `me:draw()` gives. Its traits are read as `card.name`."},
    {"Move", "A move of the game: one play of a card, an ordinary stone, a pass, a skipped turn."},
    {"Pile", "A pile of cards: `me.deck`, `me.hand`, ... `#pile` counts them."},
    {"", "Words of their own."},
};

// The words of scripts for Lua language servers: what they are, and of what types.
std::string lua_definition();

}  // namespace gofuda::tools
