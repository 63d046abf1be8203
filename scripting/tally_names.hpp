// The tokens and marks that the files of a game declare, gathered and held against what its scripts say.
#pragma once

#include "core/tally.hpp"
#include "scripting/library.hpp"
#include "scripting/script.hpp"

namespace gofuda {

// Declared by the script; those that are there already stay.
void add_names(const Script& script, TallyNames& names);
// Of a deck: with what each side begins with. A mistake goes to `out`.
void read_deck_names(const YamlFile& file, const YamlNode* tokens, const YamlNode* marks, TallyNames& names,
                     Diagnostics& out);
void add_names(const TallyNames& of_deck, TallyNames& names);
// A token of the deck that no script says, while one that a script declares is spelt much like it. `file`: the deck's.
void check_deck_names(const TallyNames& of_deck, const TallyNames& of_scripts, const std::string& file,
                      std::span<const std::shared_ptr<const Script>> scripts, Diagnostics& out);
// More than a game may have, and names that a script writes down but nobody declares.
void check_names(const TallyNames& names, const std::string& file,
                 std::span<const std::shared_ptr<const Script>> scripts, Diagnostics& out);

}  // namespace gofuda
