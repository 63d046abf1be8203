#include "scripting/board_reader.hpp"

#include <sstream>

namespace gofuda {

namespace {

struct Corner {
  std::string_view name;
  bool top, right;
};
constexpr Corner kCorners[] = {
    {"bottom-left", false, false}, {"bottom-right", false, true}, {"top-left", true, false}, {"top-right", true, true}};

struct Row {
  std::string points;        // a character each
  int line = 0, column = 0;  // of the first one
};

// The rows that are not empty. False after a diagnostic at the character that no picture is drawn with.
bool read_rows(const YamlFile& file, const YamlNode& node, std::vector<Row>& rows, Diagnostics& out) {
  const bool block = node.text_line > node.line;
  std::istringstream lines(node.text);
  int line = block ? node.text_line : node.line;
  for (std::string text; std::getline(lines, text); line += block) {
    Row row{"", line, 0};
    int column = block ? node.text_column : node.column;
    for (std::string_view left = text; !left.empty(); column += block) {
      const std::size_t bytes = decode_utf8(left).value_or(CodePoint{0, 1}).bytes;
      const std::string_view here = left.substr(0, bytes);
      left.remove_prefix(bytes);
      if (here == " " || here == "\t" || here == "\r") continue;
      if (here != "X" && here != "O" && here != "." && here != "#") {
        out.error(file.name, line, column, "picture",
                  "a picture is drawn with X, O, '.' and '#', not " + in_quotes(here));
        return false;
      }
      if (row.points.empty()) row.column = column;
      row.points += here;
    }
    if (!row.points.empty()) rows.push_back(std::move(row));
  }
  return true;
}

bool read_picture(const YamlFile& file, const YamlNode& node, const Grid& grid, Corner corner, bool whole,
                  std::vector<Stone>& stones, Diagnostics& out) {
  std::vector<Row> rows;
  if (!read_rows(file, node, rows, out)) return false;
  const int height = static_cast<int>(rows.size());
  if (height > grid.height() || (whole && height != grid.height())) {
    const bool folded = !node.quoted && node.text_line == node.line && height == 1;
    yaml_error(file, node, "picture",
               "the picture has " + std::to_string(height) + (height == 1 ? " row" : " rows") + ", the board " +
                   std::to_string(grid.height()) +
                   (folded  ? "; write 'board: |' and the rows below it: without the '|' they run into one line, and "
                              "what follows a # is a note"
                    : whole ? "; draw them all, or name the corner: bottom-left, ..."
                            : ""),
               out);
    return false;
  }
  for (int r = 0; r < height; ++r) {
    const Row& row = rows[static_cast<std::size_t>(r)];
    const int width = static_cast<int>(row.points.size());
    const auto wrong = [&](const std::string& what) {
      out.error(file.name, row.line, row.column, "picture", what);
      return false;
    };
    if (width > grid.width() || (whole && width != grid.width()))
      return wrong("row " + std::to_string(r + 1) + " of the picture has " + std::to_string(width) +
                   " points, the board " + std::to_string(grid.width()) + " columns");
    for (int c = 0; c < width; ++c) {
      const Point p =
          point_at(corner.right ? grid.width() - width + c : c, (corner.top ? grid.height() : height) - 1 - r);
      const char ch = row.points[static_cast<std::size_t>(c)];
      if (ch != 'X' && ch != 'O') continue;
      if (!grid.exists(p)) return wrong("a stone stands where the board has no point");
      stones.push_back({p, ch == 'X' ? Colour::black : Colour::white});
    }
  }
  return true;
}

}  // namespace

std::optional<PointSet> read_points(const YamlFile& file, const YamlNode& node, const Grid& grid, Diagnostics& out) {
  PointSet set;
  if (node.kind == YamlNode::Kind::null) return set;
  for (const YamlNode* item : yaml_list(file, node, "points", out)) {
    std::istringstream words(item->text);
    for (std::string w; words >> w;) {
      Point p = grid.parse(w);
      if (p == kNoPoint)
        return yaml_error(
                   file, *item, "point",
                   "'" + w + "' is no point of this board; columns are A to Z without I, rows count from the bottom",
                   out),
               std::nullopt;
      if (set.contains(p)) return yaml_error(file, *item, "point", "'" + w + "' is named twice", out), std::nullopt;
      set.insert(p);
    }
  }
  return set;
}

std::optional<std::vector<Stone>> read_stones(const YamlFile& file, const YamlNode& node, const Grid& grid,
                                              Diagnostics& out) {
  std::vector<Stone> stones;
  if (node.kind == YamlNode::Kind::scalar) {
    if (!read_picture(file, node, grid, kCorners[0], true, stones, out)) return std::nullopt;
    return stones;
  }
  if (node.kind == YamlNode::Kind::null) return stones;
  std::size_t before = out.errors();
  YamlMap map(file, node, "the board", out);
  for (Corner corner : kCorners)
    if (const YamlNode* picture = map.optional(corner.name)) {
      if (picture->kind != YamlNode::Kind::scalar)
        yaml_error(file, *picture, "picture",
                   "a picture is a block of text: '" + std::string(corner.name) + ": |' and the rows below it", out);
      else
        read_picture(file, *picture, grid, corner, false, stones, out);
    }
  for (Colour c : {Colour::black, Colour::white})
    if (const YamlNode* list = map.optional(colour_name(c)))
      if (auto points = read_points(file, *list, grid, out))
        points->for_each([&](Point p) { stones.push_back({p, c}); });
  map.finish();
  PointSet seen;
  for (const Stone& s : stones) {
    if (seen.contains(s.point)) yaml_error(file, node, "point", "two stones stand on " + point_name(s.point), out);
    seen.insert(s.point);
  }
  if (out.errors() != before) return std::nullopt;
  return stones;
}

void check_liberties(const YamlFile& file, const YamlNode& node, const Rules& rules, const Board& board,
                     Diagnostics& out) {
  if (rules.captures == CaptureOrder::none) return;
  for (Colour c : {Colour::black, Colour::white})
    if (const PointSet dead = board.without_liberties(c); !dead.empty())
      yaml_error(file, node, "no-liberty",
                 "these " + std::string(colour_name(c)) + " stones have no liberty: " + to_string(dead), out);
}

}  // namespace gofuda
