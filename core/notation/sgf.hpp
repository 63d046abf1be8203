// The Smart Game Format as a tree: nodes, properties and values as they stand in the text, which is UTF-8. Read without
// recursion and leniently: what is damaged is noted, and the rest is read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid.hpp"
#include "core/point.hpp"

namespace gofuda {

struct SgfValue {
  std::string_view raw;  // between the brackets, escapes and all
  int line = 0, column = 0;
};

struct SgfProperty {
  std::string name;  // its capital letters
  std::uint32_t first = 0, count = 0;
};

using SgfId = std::uint32_t;
inline constexpr SgfId kNoSgfNode = ~SgfId{0};

struct SgfNode {
  SgfId parent = kNoSgfNode, first_child = kNoSgfNode, last_child = kNoSgfNode, next = kNoSgfNode;
  std::uint32_t first = 0, count = 0;  // of its properties
  int line = 0, column = 0;
};

struct SgfNote {
  int line = 0, column = 0;
  std::string text;
  bool fatal = false;  // what is read is of no use
};

class SgfTree {
 public:
  static constexpr std::size_t kMostNodes = 1'000'000, kMostValues = 4'000'000, kMostNotes = 100;

  // Takes the text: values point into it.
  explicit SgfTree(std::string text);
  ~SgfTree() = default;
  SgfTree(const SgfTree&) = delete;
  SgfTree& operator=(const SgfTree&) = delete;

  const std::vector<SgfId>& games() const { return games_; }  // their roots
  const SgfNode& node(SgfId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }
  const std::vector<SgfNote>& notes() const { return notes_; }
  bool usable() const { return notes_.empty() || !notes_.back().fatal; }

  bool has(SgfId id, std::string_view property) const;
  // All values of the property in this node, however often it is named there.
  std::vector<SgfValue> values(SgfId id, std::string_view property) const;
  std::optional<SgfValue> value(SgfId id, std::string_view property) const;  // the first of them

 private:
  class Reader;
  std::string text_;
  std::vector<SgfNode> nodes_;
  std::vector<SgfProperty> properties_;
  std::vector<SgfValue> values_;
  std::vector<SgfId> games_;
  std::vector<SgfNote> notes_;
};

// The nodes from a game's root to an end. `path`: which way to go where there are several, from 1; the first where it
// says nothing. Nothing when there is no such way; `problem` then says why.
std::optional<std::vector<SgfId>> sgf_line(const SgfTree& tree, SgfId root, const std::vector<int>& path,
                                           std::string& problem);

std::string sgf_text(std::string_view raw);         // of a Text: escapes undone, line breaks kept but for soft ones
std::string sgf_simple_text(std::string_view raw);  // of a SimpleText: all white space is a blank
std::string sgf_escaped(std::string_view text);     // as a value of Text, without the brackets
std::string_view sgf_trimmed(std::string_view raw);

// Columns and rows: "19", "19:13". Nothing where it is none, or larger than a board may be.
struct SgfSize {
  int columns = 19, rows = 19;
};
std::optional<SgfSize> sgf_size(std::string_view raw);
std::string to_string(SgfSize size);  // "19x13"

// A point of a board with so many rows, "aa" being the upper left corner; kNoPoint for anything else.
Point sgf_point(std::string_view raw, SgfSize size);
std::string sgf_point_text(Point p, int rows);
bool sgf_is_pass(std::string_view raw, SgfSize size);  // nothing, or "tt" where the board is not larger than 19x19
// A point, or the corners of a rectangle: "aa:cc". False when either is none of the board.
bool sgf_add_points(std::string_view raw, SgfSize size, PointSet& to);
// A set as the fewest values that sgf_points() finds: rows of points as rectangles.
std::string sgf_points_text(const PointSet& set, int rows);  // "[aa][ba:da]"

}  // namespace gofuda
