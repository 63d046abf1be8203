#include "core/notation/board_text.hpp"

namespace gofuda {

std::string row_indent(const Grid& grid, int row) {
  return std::string(grid.topology().hex ? static_cast<std::size_t>(grid.height() - 1 - row) : 0, ' ');
}

std::string topology_text(const Grid& grid) {
  const auto& [columns, rows, hex] = grid.topology();
  std::string out = hex ? "hexagons" : "";
  const auto add = [&](const std::string& what) { out += (out.empty() ? "" : ", ") + what; };
  const std::string last = point_name(point_at(grid.width() - 1, 0));
  if (columns) add("column " + last.substr(0, 1) + " beside column A");
  if (rows) add("row " + std::to_string(grid.height()) + " beside row 1");
  return out;
}

std::string board_text(const Grid& grid, const Board& board, const PointSet& mark) {
  std::string columns = "   ", out;
  for (int c = 0; c < grid.width(); ++c) columns += std::string(" ") + point_name(point_at(c, 0))[0];
  out = columns + "\n";
  for (int r = grid.height() - 1; r >= 0; --r) {
    std::string number = std::to_string(r + 1);
    out += row_indent(grid, r) + std::string(3 - number.size(), ' ') + number;
    bool bracket = false;
    for (int c = 0; c < grid.width(); ++c) {
      Point p = point_at(c, r);
      Colour col = board.at(p);
      bool marked = mark.contains(p);
      out += bracket ? (marked ? "|" : ")") : marked ? "(" : " ";
      out += !grid.exists(p)        ? ' '
             : col == Colour::off   ? '#'
             : col == Colour::black ? 'X'
             : col == Colour::white ? 'O'
                                    : '.';
      bracket = marked;
    }
    out += (bracket ? ")" : " ") + number + "\n";
  }
  return out + row_indent(grid, 0) + columns + "\n";
}

std::string stones_text(const Board& board) {
  std::string out;
  for (Colour c : {Colour::black, Colour::white})
    if (board.stone_count(c) > 0)
      out += "  " + std::string(colour_name(c)) + ": " + to_string(board.points_of(c)) + "\n";
  return out.empty() ? out : "board:\n" + out;
}

}  // namespace gofuda
