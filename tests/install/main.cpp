#include <iostream>

#include "core/board.hpp"
#include "scripting/yaml.hpp"

// Prints the captures of a stone in the corner, and the diagnostic of a bad file.
int main() {
  using namespace gofuda;
  Board board{Grid(9, 9)};
  board.play(parse_point("A1"), Colour::black);
  board.play(parse_point("A2"), Colour::white);
  board.play(parse_point("B1"), Colour::white);
  std::cout << board.stone_count(Colour::black) << " " << board.stone_count(Colour::white) << "\n";

  Diagnostics out;
  parse_yaml("board.yaml", "size: 9\nsize: 13\n", out);
  for (const Diagnostic& d : out.list()) std::cout << to_text(d) << "\n";
}
