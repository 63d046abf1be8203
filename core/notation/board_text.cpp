#include "core/notation/board_text.hpp"

namespace gofuda {

std::string board_text(const Grid& grid, const Board& board, const PointSet& mark) {
  std::string columns = "   ", out;
  for (int c = 0; c < grid.width(); ++c) columns += std::string(" ") + point_name(point_at(c, 0))[0];
  out = columns + "\n";
  for (int r = grid.height() - 1; r >= 0; --r) {
    std::string number = std::to_string(r + 1);
    out += std::string(3 - number.size(), ' ') + number;
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
  return out + columns + "\n";
}

std::string stones_text(const Board& board) {
  std::string out;
  for (Colour c : {Colour::black, Colour::white})
    if (board.stone_count(c) > 0)
      out += "  " + std::string(colour_name(c)) + ": " + to_string(board.points_of(c)) + "\n";
  return out.empty() ? out : "board:\n" + out;
}

}  // namespace gofuda
