// The fields of a variant as its files say them: of its own file, of what it extends, and what the user sets on top.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scripting/library.hpp"

namespace gofuda {

// A value and where it was written, so that a mistake found late still points at its line.
struct Placed {
  std::string value;
  Library::Mention at;
  bool own = true;  // written for this game's own deck and turn, not inherited from a game with others
};
using PlacedMap = std::vector<std::pair<std::string, Placed>>;

// A part of a file that is read when the board is known.
struct Drawn {
  std::shared_ptr<const YamlFile> file;
  const YamlNode* node = nullptr;
  explicit operator bool() const { return node != nullptr; }
};

// What is nearer wins.
struct Layer {
  std::optional<Placed> title, source, text, size, turn, deck, common_deck, first, colours, deal, deal_open, handicap;
  std::optional<Placed> regions, region_size, wrap, neighbours, preset;
  std::optional<std::vector<Placed>> wins, changeable;
  PlacedMap rules, options;
  PlacedMap copies;  // of a card in the deck, by its name
  Drawn points, opening, setup, handicap_points;
  // There, but not to be read: what follows from it is no mistake of its own.
  bool lost_parent = false, lost_board = false, lost_turn = false, lost_deck = false;
};

// Names the files read in `variant`; `broken`: a file is missing or no YAML.
Layer read_layers(Library& library, const std::string& name, const Settings& settings, Variant& variant, bool& broken,
                  Diagnostics& out);

}  // namespace gofuda
