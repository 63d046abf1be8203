#include "tools/players/stone_policy.hpp"

#include <array>

#include "tools/players/stone_knowledge.hpp"

namespace gofuda::tools {

namespace {

bool fits(const Board& board, Point p, Colour c) { return board.legal(p, c) && !board.is_eye(p, c); }

// Would a stone there leave its chain with more than one liberty, as far as its neighbours tell?
bool breathes(const Board& board, Point p, Colour c) {
  return board.lattice().with([&](auto lattice) {
    int empty = 0;
    for (int i = 0; i < lattice.kBeside; ++i) {
      const Point q = lattice.beside(p, i);
      const Colour at = board.at(q);
      empty += at == Colour::empty;
      if (at == c && board.only_liberty(q) == kNoPoint) return true;
      if (at == opposite(c) && board.only_liberty(q) == p) return true;
    }
    return empty > 1;
  });
}

// One of the points around the last move that make a shape there. The five rows of five points are read once.
Point shape_beside(const Board& board, Colour c, Point last, Draws& draws) {
  std::array<unsigned, 5> rows;
  for (int y = 0; y < 5; ++y) {
    const int left = last + (y - 2) * kStride - 2;
    rows[static_cast<std::size_t>(y)] = 0;
    if (left < 0 || left + 4 >= kCells) continue;  // beyond the border
    for (int x = 0; x < 5; ++x)
      rows[static_cast<std::size_t>(y)] |= static_cast<unsigned>(index(board.at(static_cast<Point>(left + x))))
                                           << (2 * x);
  }
  std::array<Point, 8> found;
  std::uint32_t n = 0;
  for (std::size_t y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) {
      if (rows[y + 1] >> (2 * x + 2) & 3) continue;
      const auto three = [&](std::size_t row) { return rows[row] >> (2 * x) & 63; };
      if (!has_shape(three(y), three(y + 1), three(y + 2))) continue;
      const auto p = static_cast<Point>(last + (static_cast<int>(y) - 1) * kStride + x - 1);
      if (fits(board, p, c) && breathes(board, p, c)) found[n++] = p;
    }
  return n > 0 ? found[draws.below(n)] : kNoPoint;
}

}  // namespace

Point answer_to(const Board& board, Colour c, Point last, Draws& draws) {
  if (last == kNoPoint || board.at(last) == Colour::empty) return kNoPoint;
  if (const Point p = board.only_liberty(last); p != kNoPoint && board.legal(p, c)) return p;  // takes it
  const Point escape = board.lattice().with([&](auto lattice) {
    for (int i = 0; i < lattice.kBeside; ++i) {
      const Point q = lattice.beside(last, i);
      if (board.at(q) != c) continue;
      const Point out = board.only_liberty(q);
      if (out != kNoPoint && board.legal(out, c) && breathes(board, out, c)) return out;
    }
    return kNoPoint;
  });
  if (escape != kNoPoint || !board.lattice().plain()) return escape;  // the shapes are those of a plain board
  return shape_beside(board, c, last, draws);
}

Point any_stone(const Board& board, Colour c, Draws& draws) {
  const int n = board.empty_count();
  if (n == 0) return kNoPoint;
  constexpr int kTries = 8;
  for (int i = 0; i < kTries; ++i)
    if (const Point p = board.empty(static_cast<int>(draws.below(static_cast<std::uint32_t>(n)))); fits(board, p, c))
      return p;
  const auto from = static_cast<int>(draws.below(static_cast<std::uint32_t>(n)));
  for (int i = 0; i < n; ++i)
    if (const Point p = board.empty((from + i) % n); fits(board, p, c)) return p;
  return kNoPoint;
}

}  // namespace gofuda::tools
