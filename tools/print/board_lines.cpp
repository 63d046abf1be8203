// Boards on a terminal and in plain text.
#include <array>
#include <cctype>

#include "core/notation/board_text.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

// The escape sequences of a board: wood, its lines, both stones, and the wood under a marked point.
struct Wood {
  std::string plain, marked, line, black, white;
};
Wood wood(const Style& style) {
  if (style.many) return {"\x1b[48;5;179m", "\x1b[48;5;167m", "\x1b[38;5;94m", "\x1b[38;5;16m", "\x1b[38;5;231m"};
  return {"\x1b[43m", "\x1b[41m", "\x1b[30m", "\x1b[30m", "\x1b[97m"};
}

// Which region each cell belongs to, counted from 1; 0 for none.
using RegionOf = std::array<std::uint8_t, kCells>;
RegionOf regions_of(const Grid& grid) {
  RegionOf out{};
  for (std::size_t i = 0; i < grid.regions().size(); ++i)
    grid.regions()[i].points.for_each([&](Point p) { out[p] = static_cast<std::uint8_t>(i + 1); });
  return out;
}

// Both stones and small letters can be read on these.
std::string region_wood(const Style& style, std::uint8_t region) {
  static constexpr int kMany[] = {179, 110, 108, 175, 144, 104, 173, 73, 139, 149, 137, 74, 167, 72, 146, 180};
  static constexpr int kFew[] = {42, 43, 44, 45, 46, 41};
  if (region == 0) return style.many ? "\x1b[48;5;245m" : "\x1b[100m";
  std::size_t i = region - 1u;
  return style.many ? "\x1b[48;5;" + std::to_string(kMany[i % std::size(kMany)]) + "m"
                    : "\x1b[" + std::to_string(kFew[i % std::size(kFew)]) + "m";
}

char region_letter(const Grid& grid, std::uint8_t region) {
  return region == 0 ? '.' : static_cast<char>(std::tolower(grid.regions()[region - 1u].name[0]));
}

// The crossing of lines at a point: towards the sides where the board goes on.
const char* crossing(const Grid& grid, int c, int r) {
  if (grid.topology().hex) return "·";
  static constexpr const char* kLines[] = {"·", "╴", "╶", "─", "╵", "┘", "└", "┴",
                                           "╷", "┐", "┌", "┬", "│", "┤", "├", "┼"};
  auto there = [&](int dc, int dr) { return grid.step(point_at(c, r), dc, dr) != kNoPoint; };
  return kLines[there(-1, 0) + 2 * there(1, 0) + 4 * there(0, 1) + 8 * there(0, -1)];
}

std::string column_letters(const Grid& grid) {
  std::string out = "   ";
  for (int c = 0; c < grid.width(); ++c) out += std::string(" ") + point_name(point_at(c, 0))[0];
  return out + "    ";
}

struct Drawing {
  const Style& style;
  const Grid& grid;
  const Board& board;
  const PointSet &mark, &closed;
  RegionOf regions;
};

std::string stone(const Style& style, const Wood& w, Colour c) {
  return (c == Colour::black ? w.black : w.white) + (style.utf8 ? "●" : c == Colour::black ? "X" : "O");
}

std::string painted_row(const Drawing& d, int r) {
  Wood w = wood(d.style);
  std::string out = w.plain + " ";
  for (int c = 0; c < d.grid.width(); ++c) {
    Point p = point_at(c, r);
    bool here = d.grid.exists(p);
    if (c > 0)
      out += w.line + (d.style.utf8 && !d.grid.topology().hex && here && d.grid.exists(point_at(c - 1, r)) ? "─" : " ");
    if (d.mark.contains(p)) out += w.marked;
    Colour colour = here ? d.board.at(p) : Colour::off;
    if (colour == Colour::black || colour == Colour::white)
      out += stone(d.style, w, colour);
    else if (here && d.closed.contains(p))
      out += w.black + closed_sign(d.grid);
    else
      out += w.line + (!here ? " " : d.style.utf8 ? crossing(d.grid, c, r) : ".");
    if (d.mark.contains(p)) out += w.plain;
  }
  return out + " " + kReset;
}

// Each point on the colour of its region. Marked points are in brackets, since red may be a region's colour.
std::string region_row(const Drawing& d, int r) {
  Wood w = wood(d.style);
  std::string out;
  bool bracket = false;
  for (int c = 0; c < d.grid.width(); ++c) {
    Point p = point_at(c, r);
    bool here = d.grid.exists(p), marked = here && d.mark.contains(p);
    out += here ? region_wood(d.style, d.regions[p]) : kReset;
    out += (here ? w.black : "") + (bracket ? (marked ? "|" : ")") : marked ? "(" : " ");
    Colour colour = here ? d.board.at(p) : Colour::off;
    if (colour == Colour::black || colour == Colour::white)
      out += stone(d.style, w, colour);
    else
      out += here ? d.closed.contains(p) ? closed_sign(d.grid) : region_letter(d.grid, d.regions[p]) : ' ';
    bracket = marked;
  }
  return out + (bracket ? ")" : " ") + kReset;
}

// board_text with the letters of the regions and the closed points in place of dots.
std::vector<std::string> text_lines(const Drawing& d) {
  std::vector<std::string> out = lines_of(board_text(d.grid, d.board, d.mark));
  for (int r = 0; r < d.grid.height(); ++r) {
    std::string& line = out[static_cast<std::size_t>(d.grid.height() - r)];
    for (int c = 0; c < d.grid.width(); ++c) {
      Point p = point_at(c, r);
      if (!d.grid.exists(p) || d.board.at(p) != Colour::empty) continue;
      char sign = d.closed.contains(p) ? closed_sign(d.grid) : region_letter(d.grid, d.regions[p]);
      line[row_indent(d.grid, r).size() + static_cast<std::size_t>(4 + 2 * c)] = sign;
    }
  }
  return out;
}

}  // namespace

char closed_sign(const Grid& grid) { return grid.region("X") ? '!' : 'x'; }

std::vector<std::string> board_lines(const Style& style, const Grid& grid, const Board& board, const PointSet& mark,
                                     const PointSet& closed) {
  Drawing d{style, grid, board, mark, closed, regions_of(grid)};
  const std::string joined = topology_text(grid);
  std::vector<std::string> out;
  if (!style.colour) {
    out = text_lines(d);
    if (!joined.empty()) out.push_back("(" + joined + ")");
    return out;
  }
  out.push_back(painted(style, Paint::faint, column_letters(grid)));
  for (int r = grid.height() - 1; r >= 0; --r) {
    std::string number = std::to_string(r + 1);
    out.push_back(row_indent(grid, r) + painted(style, Paint::faint, (number.size() < 2 ? " " : "") + number + " ") +
                  (grid.regions().empty() ? painted_row(d, r) : region_row(d, r)) +
                  painted(style, Paint::faint, " " + padded(number, 2)));
  }
  out.push_back(row_indent(grid, 0) + out.front());
  if (!joined.empty()) out.push_back(painted(style, Paint::faint, "(" + joined + ")"));
  return out;
}

std::string stone_mark(const Style& style, Colour colour) {
  std::string letter = colour == Colour::black ? "X" : "O";
  if (!style.colour) return letter;
  Wood w = wood(style);
  return w.plain + " " + stone(style, w, colour) + " " + kReset;
}

}  // namespace gofuda::tools
