// Positions that kos decide, as pictures (board_diagram.hpp).
#pragma once

namespace gofuda::test {

// Each side has an eye and one of the two kos.
inline constexpr const char* kDoubleKo = R"(
  X X X X X
  . X . X .
  X X X X X
  O O O O O
  O O . O O
  X O O O .
  . X X X O
  X X . X X
)";

// Black has two of the three kos, White one, and nobody has an eye.
inline constexpr const char* kTripleKo = R"(
  . X . X .
  X X X X X
  O O O O O
  X O X O .
  . X . X O
  X X X X X
)";

}  // namespace gofuda::test
