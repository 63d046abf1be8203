// Drawing on a terminal: boards, diagrams of shapes, wrapped paragraphs and columns of text. Lines are without line
// ends.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/board.hpp"
#include "core/grid.hpp"
#include "core/shape.hpp"

namespace gofuda::tools {

struct Style {
  bool colour = false;  // escape sequences may be used
  bool many = false;    // with 256 colours
  bool utf8 = false;    // line drawing and round stones may be used; only with colour, which tells Black from White
  int width = 80;       // columns
};
Style style_for(bool colour, int fd);

inline constexpr const char* kReset = "\x1b[0m";  // to a terminal: its own colours again

enum class Paint { strong, faint, warning, good, heading };
std::string painted(const Style& style, Paint paint, const std::string& text);

int display_width(std::string_view text);  // columns; escape sequences count nothing, wide characters two
std::string padded(const std::string& text, int width);

// Paragraphs of a file's text, safe to print: broken at blanks, line ends kept.
std::vector<std::string> wrapped(std::string_view text, int width, const std::string& indent = "");

// The board with coordinates. Without colour as files draw it: X, O, '.' and marked points in brackets. An empty point
// of a region shows the region's letter, small; an empty point that is `closed` shows a cross.
std::vector<std::string> board_lines(const Style& style, const Grid& grid, const Board& board, const PointSet& mark,
                                     const PointSet& closed = {});
char closed_sign(const Grid& grid);  // the cross in text

// Ways to lay a shape, side by side and as many rows of them as the width needs.
std::vector<std::string> diagram_lines(const Style& style, std::span<const Orientation> shape, int width,
                                       bool hex = false);

std::vector<std::string> beside(const std::vector<std::string>& left, const std::vector<std::string>& right, int gap);
std::string stone_mark(const Style& style, Colour colour);  // a stone in the colours of the board; X or O
std::vector<std::string> lines_of(const std::string& text);
std::string fixed(double x, int digits);                       // without "-0.0"
std::string clause(std::string sentence);                      // without its full stop
std::string counted(std::int64_t n, const std::string& what);  // "1 game", "3 games"
std::string joined(const std::vector<std::string>& words, const char* between);
void print_lines(const std::vector<std::string>& lines);  // to standard output
void say_error(const std::string& what);  // "error: ..." on standard error, a line, with what is no letter escaped

}  // namespace gofuda::tools
