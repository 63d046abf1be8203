// The cards that are to be printed: what stands on each, as the library and the game's choices have it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/shape.hpp"
#include "scripting/library.hpp"

namespace gofuda::printer {

struct Face {
  std::string id, file;
  int name_line = 0, text_line = 0;  // in the file
  std::string title, kind, text, options, source;
  std::string ways;  // how the shape may be laid
  std::vector<ShapeStone> stones;
  int columns = 0, rows = 0;  // of the shape
};

struct Pack {
  struct Deck {
    std::string title, file;
  };
  std::vector<Face> faces;
  std::vector<Deck> decks;
  struct Card {
    std::size_t face = 0, deck = 0;
  };
  std::vector<Card> cards;         // in the order of printing, each as often as its deck has it
  bool one_for_each_side = false;  // the game gives such a deck to both
};

// What is named: games, decks and cards, in this order where a name is several; "deck:NAME" says which is meant.
// `one`: each card of a deck once. Throws Misnamed where a name is none of them, or a game without cards.
struct Misnamed {
  std::string message;
};
Pack pack_of(Library& library, const std::vector<std::string>& names, const Settings& settings, bool one,
             Diagnostics& out);

// Text as it can be set: UTF-8 without control characters, blanks made one; line ends stay.
std::string settable(std::string_view text);

}  // namespace gofuda::printer
