// The trial of all cards of a library, as check makes it: each on the same positions as the other cards of its game.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scripting/diagnostic.hpp"
#include "scripting/library.hpp"
#include "scripting/variant.hpp"

namespace gofuda::tools {

// Tries these cards of the library, each on so many positions, and tells what is wrong: a script that fails, a card
// that can never be played. `and_games`: plays each game that is not installed, too, for what fails in it. What it
// tells depends on the rules alone, not on how many processors there are.
void check_cards(Library& library, const std::vector<std::string>& cards, bool and_games, int positions,
                 Diagnostics& out);

// The decks whose files name the card, those with mistakes among them.
std::vector<std::string> decks_naming(Library& library, const std::string& card);

bool is_installed(const Library& library, FileKind kind, const std::string& name);  // or of another folder

// The first game whose decks have the card; nothing where none has. Diagnostics of files are left out.
std::shared_ptr<const Variant> game_with(Library& library, const std::string& card, const Settings& settings);

}  // namespace gofuda::tools
