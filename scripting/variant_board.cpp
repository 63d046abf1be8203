#include "scripting/variant_board.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include "scripting/board_reader.hpp"

namespace gofuda {

namespace {

int side(const std::string& digits) {  // 0 when it is none
  if (digits.empty() || digits.size() > 2 || digits[0] == '0' ||
      digits.find_first_not_of("0123456789") != std::string::npos)
    return 0;
  int n = std::stoi(digits);
  return n <= kMaxSide ? n : 0;
}

std::string without_blanks(const std::string& row) {
  std::string out;
  for (char c : row)
    if (c != ' ') out += c;
  return out;
}

// The points that hang together with the first one, diagonals included.
PointSet connected_part(const PointSet& points, const Lattice& lattice) {
  PointSet part, waiting;
  waiting.insert(points.first());
  while (!waiting.empty()) {
    Point p = waiting.first();
    waiting.erase(p);
    part.insert(p);
    const auto add = [&](Point q) {
      if (points.contains(q) && !part.contains(q)) waiting.insert(q);
    };
    lattice.for_each_beside(p, add);
    lattice.for_each_across(p, add);
  }
  return part;
}

class BoardBuilder {
 public:
  BoardBuilder(const Layer& layer, const std::string& file, Diagnostics& out) : layer_(layer), file_(file), out_(out) {}

  BuiltBoard build(Ruleset& rules) {
    grid(rules);
    if (!board_at_) return {};
    if (layer_.setup)
      if (auto stones = read_stones(*layer_.setup.file, *layer_.setup.node, rules.grid, out_)) rules.setup = *stones;
    if (rules.grid.regions().empty())
      for (const auto& promise : {layer_.regions, layer_.region_size})
        if (promise)
          error(promise->at, "region", "the board has no regions to promise this of; draw them as letters in 'points'");
    openings(rules);
    first(rules);
    int stones = handicap(rules);
    return {board_at_, stones};
  }

 private:
  void error(const Library::Mention& at, std::string code, std::string message) {
    out_.error(at.file, at.line, at.column, std::move(code), std::move(message));
  }

  void grid(Ruleset& rules) {
    if (layer_.points) return draw_grid(rules);
    if (layer_.lost_board || (layer_.lost_parent && !layer_.size)) return;
    if (!layer_.size)
      return error({file_, 1, 1}, "missing-key", "the variant has no board; add board: { size: 13x13 }");
    const std::string& s = layer_.size->value;
    const auto size = read_board_size(s);
    if (!size)
      return error(layer_.size->at, "board-size",
                   in_quotes(s) + " is no board size; write columns x rows from 1x1 to 25x25, such as 13x13");
    board_at_ = layer_.size->at;
    rules.grid = Grid(size->columns, size->rows, {}, {}, topology(size->columns, size->rows));
  }

  // How its points hang together; plain where that is not to be had.
  Topology topology(int width, int height) {
    Topology t;
    if (layer_.wrap) {
      const std::string& wrap = layer_.wrap->value;
      t.wraps_columns = wrap == "columns" || wrap == "both";
      t.wraps_rows = wrap == "rows" || wrap == "both";
      if (!t.wraps() && wrap != "none")
        error(layer_.wrap->at, "value",
              "'wrap' is none, columns, rows or both, not " + in_quotes(wrap) +
                  did_you_mean(wrap, {"none", "columns", "rows", "both"}));
      if ((t.wraps_columns && width < kLeastWrapped) || (t.wraps_rows && height < kLeastWrapped)) {
        error(layer_.wrap->at, "wrap",
              "where columns wrap there are at least 3 of them, where rows do at least 3 rows: on a board of " +
                  std::to_string(width) + "x" + std::to_string(height) +
                  " a point would be its own neighbour, or another's twice");
        t = {};
      }
    }
    if (layer_.neighbours) {
      const std::string& neighbours = layer_.neighbours->value;
      t.hex = neighbours == "hex";
      if (!t.hex && neighbours != "square")
        error(layer_.neighbours->at, "value",
              "'neighbours' is square or hex, not " + in_quotes(neighbours) +
                  did_you_mean(neighbours, {"square", "hex"}));
    }
    return t;
  }

  void draw_grid(Ruleset& rules) {
    const YamlFile& file = *layer_.points.file;
    constexpr const char* kHoles = "; what follows a # is a comment, so a row with holes stands in quotes";
    for (const YamlNode& row : layer_.points.node->items)
      if (row.kind == YamlNode::Kind::null)
        return yaml_error(file, row, "board-row", std::string("this row is empty") + kHoles, out_);
    auto rows = yaml_list(file, *layer_.points.node, "the board's points", out_);
    std::vector<std::string> text;
    for (const YamlNode* row : rows) text.push_back(without_blanks(row->text));
    if (text.empty() || text.size() > kMaxSide)
      return yaml_error(file, *layer_.points.node, "board-size", "a board has from 1 to 25 rows", out_);
    PointSet holes;
    std::map<char, PointSet> regions;
    for (std::size_t r = 0; r < text.size(); ++r) {
      if (text[r].empty() || text[r].size() > kMaxSide)
        return yaml_error(file, *rows[r], "board-row",
                          "a row has from 1 to 25 points, this one " + std::to_string(text[r].size()), out_);
      if (text[r].size() != text[0].size())
        return yaml_error(file, *rows[r], "board-row",
                          "this row has " + std::to_string(text[r].size()) + " points, the first one " +
                              std::to_string(text[0].size()) + (rows[r]->quoted ? "" : kHoles),
                          out_);
      for (std::size_t c = 0; c < text[r].size(); ++c) {
        Point p = point_at(static_cast<int>(c), static_cast<int>(text.size() - 1 - r));
        char ch = text[r][c];
        if (ch == '#')
          holes.insert(p);
        else if (std::isalpha(static_cast<unsigned char>(ch)))
          regions[ch].insert(p);
        else if (ch != '.')
          return yaml_error(
              file, *rows[r], "board-row",
              std::string("a board is drawn with '.', '#' for holes and letters for regions, not '") + ch + "'", out_);
      }
    }
    if (static_cast<std::size_t>(holes.count()) == text.size() * text[0].size())
      return yaml_error(file, *layer_.points.node, "board-size", "the board has no points, only holes", out_);
    board_at_ = {file.name, layer_.points.node->line, layer_.points.node->column};
    std::vector<Region> list;
    for (auto& [letter, points] : regions) list.push_back({std::string(1, letter), points});
    const int width = static_cast<int>(text[0].size()), height = static_cast<int>(text.size());
    rules.grid = Grid(width, height, holes, list, topology(width, height));
    for (const Region& r : list) check_region(file, rows, text, r, rules.grid);
  }

  // What the board promises of its regions.
  void check_region(const YamlFile& file, const std::vector<const YamlNode*>& rows,
                    const std::vector<std::string>& text, const Region& region, const Grid& grid) {
    auto row_of_point = [&](Point p) -> const YamlNode& {
      return *rows[text.size() - 1 - static_cast<std::size_t>(row_of(p))];
    };
    if (layer_.region_size && layer_.region_size->value.find_first_not_of("0123456789") != std::string::npos) {
      if (!size_told_)
        error(layer_.region_size->at, "value",
              "'region_size' is a number of points, not " + in_quotes(layer_.region_size->value));
      size_told_ = true;
    } else if (layer_.region_size && std::to_string(region.points.count()) != layer_.region_size->value)
      yaml_error(file, row_of_point(region.points.first()), "region",
                 "region " + region.name + " has " + std::to_string(region.points.count()) + " points (" +
                     to_string(region.points) + "), not " + layer_.region_size->value,
                 out_);
    if (!layer_.regions || layer_.regions->value == "any") return;
    if (layer_.regions->value != "connected") {
      if (!regions_told_)
        error(layer_.regions->at, "value",
              "'regions' is any or connected, not " + in_quotes(layer_.regions->value) +
                  did_you_mean(layer_.regions->value, {"any", "connected"}));
      regions_told_ = true;
      return;
    }
    PointSet part = connected_part(region.points, grid.lattice()), apart = region.points - part;
    if (!apart.empty())
      yaml_error(file, row_of_point(apart.first()), "region",
                 "region " + region.name + " is in two places, " + to_string(part) + " and " + to_string(apart) +
                     "; give one of them another letter",
                 out_);
  }

  // opening: { 1: [rows] }
  void openings(Ruleset& rules) {
    if (!layer_.opening || layer_.opening.node->kind == YamlNode::Kind::null) return;
    const YamlFile& file = *layer_.opening.file;
    if (layer_.opening.node->kind != YamlNode::Kind::map)
      return yaml_error(file, *layer_.opening.node, "type",
                        "'opening' says for the first stones where they may not stand: { 1: [rows] }", out_);
    for (const auto& [key, drawing] : layer_.opening.node->fields) {
      auto number = yaml_integer(file, key, "the number of a stone", 1, kMaxSide * kMaxSide, out_);
      if (!number) continue;
      PointSet closed;
      if (!read_closed(file, drawing, rules.grid, closed)) continue;
      if (closed == rules.grid.points())
        yaml_error(file, key, "opening", "every point is closed to stone " + key.text + "; leave one open", out_);
      else
        rules.openings.push_back({static_cast<int>(*number) - 1, closed});
    }
  }

  bool read_closed(const YamlFile& file, const YamlNode& drawing, const Grid& grid, PointSet& closed) {
    auto rows = yaml_list(file, drawing, "an opening", out_);
    if (static_cast<int>(rows.size()) != grid.height())
      return yaml_error(file, drawing, "opening",
                        "the opening is drawn in " + std::to_string(rows.size()) +
                            (rows.size() == 1 ? " row" : " rows") + ", the board is " + size_text(grid),
                        out_),
             false;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const std::string text = without_blanks(rows[r]->text);
      if (static_cast<int>(text.size()) != grid.width())
        return yaml_error(file, *rows[r], "opening",
                          "this row has " + std::to_string(text.size()) + " points, the board " + size_text(grid),
                          out_),
               false;
      for (std::size_t c = 0; c < text.size(); ++c) {
        Point p = point_at(static_cast<int>(c), grid.height() - 1 - static_cast<int>(r));
        if (text[c] != 'X' && text[c] != '.' && text[c] != '#')
          return yaml_error(
                     file, *rows[r], "opening",
                     std::string("an opening is drawn with X for closed points, '.' and '#', not '") + text[c] + "'",
                     out_),
                 false;
        if ((text[c] == '#') == grid.exists(p))
          return yaml_error(file, *rows[r], "opening",
                            point_name(p) + (grid.exists(p) ? " is a point of the board, not '#'"
                                                            : " is no point of the board; draw it '#'"),
                            out_),
                 false;
        if (text[c] == 'X') closed.insert(p);
      }
    }
    return true;
  }

  void first(Ruleset& rules) {
    if (!layer_.first) return;
    const std::string& who = layer_.first->value;
    rules.first_by_chance = who == "chance";
    if (who == "white")
      rules.first = Seat::white;
    else if (who != "black" && who != "chance")
      error(layer_.first->at, "value",
            "'first' is black, white or chance, not '" + who + "'" + did_you_mean(who, {"black", "white", "chance"}));
  }

  // Every list of the table, so that a mistake shows before somebody takes that many stones.
  void check_handicap_points() {
    const YamlFile& file = *layer_.handicap_points.file;
    const YamlNode& table = *layer_.handicap_points.node;
    if (table.kind == YamlNode::Kind::null) return;
    bool map = table.kind == YamlNode::Kind::map;
    for (const YamlField& board : table.fields) map &= board.second.kind == YamlNode::Kind::map;
    if (!map)
      return yaml_error(file, table, "type", "'handicap_points' is a table by board size: { 9x9: { 2: C7 G3 } }", out_);
    for (const auto& [size, lists] : table.fields) {
      std::size_t cross = size.text.find('x');
      int w = side(size.text.substr(0, cross)), h = cross == std::string::npos ? 0 : side(size.text.substr(cross + 1));
      if (w == 0 || h == 0) {
        yaml_error(file, size, "board-size",
                   in_quotes(size.text) + " is no board size; write columns x rows, such as 9x9", out_);
        continue;
      }
      const Grid grid(w, h);
      for (const auto& [number, list] : lists.fields) {
        auto n = yaml_integer(file, number, "a number of handicap stones", 1, kMaxSide * kMaxSide, out_);
        auto points = read_points(file, list, grid, out_);
        if (n && points && points->count() != *n)
          yaml_error(
              file, list, "handicap",
              number.text + " stones stand on " + number.text + " points; here are " + std::to_string(points->count()),
              out_);
      }
    }
  }

  int handicap(Ruleset& rules) {
    std::size_t before = out_.errors();
    if (layer_.handicap_points) check_handicap_points();
    if (!layer_.handicap || layer_.handicap->value == "0" || out_.errors() != before) return 0;
    const Placed& wanted = *layer_.handicap;
    if (!layer_.handicap_points) {
      error(wanted.at, "handicap", "this game knows no handicap; a game that does lists handicap_points");
      return 0;
    }
    const YamlFile& file = *layer_.handicap_points.file;
    const YamlNode* board = layer_.handicap_points.node->find(size_text(rules.grid));
    const YamlNode* points = board ? board->find(wanted.value) : nullptr;
    if (!points) {
      std::string known;
      if (board)
        for (const auto& [n, list] : board->fields) known += (known.empty() ? "" : ", ") + n.text;
      error(wanted.at, "handicap",
            "there is no handicap of " + in_quotes(wanted.value) + " on " + size_text(rules.grid) + "; " +
                (known.empty() ? "this board has none" : "it may be 0, " + known));
      return 0;
    }
    auto set = read_points(file, *points, rules.grid, out_);
    if (!set) return 0;
    for (const Stone& s : rules.setup)
      if (set->contains(s.point)) {
        yaml_error(file, *points, "handicap", "a stone of the set-up stands on " + point_name(s.point) + " already",
                   out_);
        return 0;
      }
    set->for_each([&](Point p) { rules.setup.push_back({p, Colour::black}); });
    rules.first = Seat::white;
    rules.first_by_chance = false;
    return set->count();
  }

  const Layer& layer_;
  const std::string& file_;
  Diagnostics& out_;
  std::optional<Library::Mention> board_at_;
  bool regions_told_ = false, size_told_ = false;
};

}  // namespace

std::optional<BoardSize> read_board_size(const std::string& text) {
  const std::size_t cross = text.find('x');
  const int columns = side(text.substr(0, cross));
  const int rows = cross == std::string::npos ? columns : side(text.substr(cross + 1));
  if (columns == 0 || rows == 0) return std::nullopt;
  return BoardSize{columns, rows};
}

BuiltBoard build_board(const Layer& layer, const std::string& file, Ruleset& rules, Diagnostics& out) {
  return BoardBuilder(layer, file, out).build(rules);
}

}  // namespace gofuda
