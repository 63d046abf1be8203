// Boards as pictures, for tests: "X" black, "O" white, "." empty, "#" a hole; the top row first, spaces without
// meaning.
#pragma once

#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/board.hpp"
#include "core/grid.hpp"

namespace gofuda {

// What Catch prints of a set.
inline std::ostream& operator<<(std::ostream& out, const PointSet& set) { return out << '{' << to_string(set) << '}'; }

}  // namespace gofuda

namespace gofuda::test {

struct Diagram {
  Grid grid;
  Board board;
};

inline std::vector<std::string> diagram_rows(std::string_view text) {
  std::vector<std::string> rows(1);
  for (char c : text) {
    if (c == '\n')
      rows.emplace_back();
    else if (c != ' ')
      rows.back() += c;
  }
  std::erase_if(rows, [](const std::string& row) { return row.empty(); });
  return rows;
}

// Sets stones without judging anything.
inline Diagram diagram(std::string_view text) {
  const std::vector<std::string> rows = diagram_rows(text);
  const int height = static_cast<int>(rows.size()), width = static_cast<int>(rows.at(0).size());
  PointSet holes, black, white;
  for (int i = 0; i < height; ++i) {
    if (static_cast<int>(rows[i].size()) != width) throw std::invalid_argument("diagram: rows of different length");
    for (int column = 0; column < width; ++column) {
      const Point p = point_at(column, height - 1 - i);
      switch (rows[i][column]) {
        case 'X':
          black.insert(p);
          break;
        case 'O':
          white.insert(p);
          break;
        case '#':
          holes.insert(p);
          break;
        case '.':
          break;
        default:
          throw std::invalid_argument("diagram: unknown letter");
      }
    }
  }
  const Grid grid(width, height, holes);
  Board board(grid);
  black.for_each([&](Point p) { board.set(p, Colour::black); });
  white.for_each([&](Point p) { board.set(p, Colour::white); });
  return {grid, board};
}

// Anything with at(Point).
template <class B>
std::string picture(const B& board, const Grid& grid) {
  std::string text;
  for (int row = grid.height() - 1; row >= 0; --row)
    for (int column = 0; column < grid.width(); ++column) {
      text += ".XO#"[index(board.at(point_at(column, row)))];
      text += column + 1 < grid.width() ? ' ' : '\n';
    }
  return text;
}

// "A1 B2 C3"
inline PointSet points(std::string_view text) {
  PointSet set;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find(' ', i), text.size());
    const Point p = parse_point(text.substr(i, end - i));
    if (p == kNoPoint) throw std::invalid_argument("points: " + std::string(text));
    set.insert(p);
    i = end + 1;
  }
  return set;
}

inline Point point(std::string_view text) { return points(text).first(); }

inline Board board_with(const Grid& grid, std::string_view black, std::string_view white) {
  Board board(grid);
  points(black).for_each([&](Point p) { board.set(p, Colour::black); });
  points(white).for_each([&](Point p) { board.set(p, Colour::white); });
  return board;
}

// The same stones and walls where `lay` puts their points, which is given a set and gives one; colours exchanged or
// not.
template <class Lay>
Board laid_out(const Grid& grid, const Board& board, bool exchanged, Lay&& lay) {
  Board out(grid);
  for (const Colour c : {Colour::black, Colour::white})
    lay(board.points_of(c)).for_each([&](Point p) { out.set(p, exchanged ? opposite(c) : c); });
  lay(walls_of(grid, board)).for_each([&](Point p) { out.set_wall(p); });
  return out;
}

}  // namespace gofuda::test
