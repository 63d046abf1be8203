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

bool read_picture(const YamlFile& file, const YamlNode& node, const Grid& grid, Corner corner, bool whole,
                  std::vector<Stone>& stones, Diagnostics& out) {
  std::vector<std::string> rows;
  std::istringstream lines(node.text);
  for (std::string line; std::getline(lines, line);) {
    std::string row;
    for (char c : line)
      if (c != ' ' && c != '\t' && c != '\r') row += c;
    if (!row.empty()) rows.push_back(row);
  }
  int height = static_cast<int>(rows.size());
  if (height > grid.height() || (whole && height != grid.height())) {
    yaml_error(file, node, "picture",
               "the picture has " + std::to_string(height) + " rows, the board " + std::to_string(grid.height()) +
                   (whole ? "; draw them all, or name the corner: bottom-left, ..." : ""),
               out);
    return false;
  }
  for (int r = 0; r < height; ++r) {
    int width = static_cast<int>(rows[r].size());
    if (width > grid.width() || (whole && width != grid.width())) {
      yaml_error(file, node, "picture",
                 "row " + std::to_string(r + 1) + " of the picture has " + std::to_string(width) +
                     " points, the board " + std::to_string(grid.width()) + " columns",
                 out);
      return false;
    }
    for (int c = 0; c < width; ++c) {
      Point p = point_at(corner.right ? grid.width() - width + c : c, (corner.top ? grid.height() : height) - 1 - r);
      char ch = rows[r][c];
      if (ch == 'X' || ch == 'O') {
        if (!grid.exists(p))
          return yaml_error(file, node, "picture", "a stone stands where the board has no point", out), false;
        stones.push_back({p, ch == 'X' ? Colour::black : Colour::white});
      } else if (ch != '.' && ch != '#') {
        return yaml_error(file, node, "picture",
                          std::string("a picture is drawn with X, O, '.' and '#', not '") + ch + "'", out),
               false;
      }
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
  std::size_t before = out.size();
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
  if (out.size() != before) return std::nullopt;
  return stones;
}

}  // namespace gofuda
