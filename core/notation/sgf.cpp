#include "core/notation/sgf.hpp"

#include <algorithm>
#include <utility>

namespace gofuda {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }
bool is_break(char c) { return c == '\n' || c == '\r'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char as_capital(char c) { return is_small(c) ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

// --- the tree

class SgfTree::Reader {
 public:
  explicit Reader(SgfTree& tree) : t_(tree), text_(tree.text_) {}

  void read() {
    to_first_game();
    while (at_ < text_.size() && !full_) step();
    if (full_) return;
    if (!open_.empty())
      note("the file ends before " + std::to_string(open_.size()) +
           (open_.size() == 1 ? " bracket is closed" : " brackets are closed"));
    if (t_.games_.empty()) fatal("there is no game in it: a game begins with '(;'");
  }

 private:
  char here() const { return text_[at_]; }

  // A line ends with LF, CR, or the two of them in either order.
  void advance() {
    const char c = text_[at_++];
    if (!is_break(c)) {
      column_ += (c & 0xc0) != 0x80;
      return;
    }
    if (at_ < text_.size() && is_break(text_[at_]) && text_[at_] != c) ++at_;
    ++line_, column_ = 1;
  }
  void advance_to(std::size_t at) {
    while (at_ < at) advance();
  }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(here())) advance();
  }

  void note(const std::string& what) { note_at(line_, column_, what); }
  void note_at(int line, int column, const std::string& what) {
    if (t_.notes_.size() < kMostNotes) add_note(line, column, what, false);
  }
  void fatal(const std::string& what) {
    full_ = true;
    add_note(line_, column_, what, true);
  }
  void too_many(std::size_t most, const char* things) {
    std::string what = "there are more than ";
    what += std::to_string(most);
    what += ' ';
    what += things;
    what += "; split the file";
    fatal(what);
  }
  void add_note(int line, int column, const std::string& what, bool fatal) {
    SgfNote& n = t_.notes_.emplace_back();
    n.line = line, n.column = column, n.text = what, n.fatal = fatal;
  }

  // Mail headers and the like may stand before the first game, whatever brackets they have. Where its semicolon is
  // missing, a bracket before a property will do.
  void to_first_game() {
    for (std::size_t i = text_.find('('); i != std::string_view::npos; i = text_.find('(', i + 1)) {
      std::size_t after = i + 1;
      while (after < text_.size() && is_blank(text_[after])) ++after;
      if (after < text_.size() && (text_[after] == ';' || begins_property(after))) return skip_junk(i);
    }
    at_ = text_.size();
  }
  bool begins_property(std::size_t at) const {
    const std::size_t first = at;
    while (at < text_.size() && (is_capital(text_[at]) || is_small(text_[at]))) ++at;
    return at > first && at < text_.size() && text_[at] == '[';
  }
  void skip_junk(std::size_t to) {
    const bool junk = std::any_of(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(to),
                                  [](char c) { return !is_blank(c); });
    if (junk) note("what stands before the first '(;' is left out");
    advance_to(to);
  }

  void step() {
    const char c = here();
    if (is_blank(c)) return advance();
    if (c == '(') return open();
    if (c == ')') return close();
    if (c == ';') return add_node(), advance();
    if (open_.empty()) return skip_between();
    if (is_capital(c) || is_small(c)) return property();
    if (c == '[') {
      note("a value without a property is left out");
      scan_value();
      return;
    }
    skip_stray();
  }

  void open() {
    open_.push_back(current_);
    fresh_ = false;
    advance();
  }
  void close() {
    if (open_.empty()) {
      note("a bracket is closed that was not opened");
    } else {
      current_ = open_.back();
      open_.pop_back();
    }
    fresh_ = false;
    advance();
  }
  void skip_between() {
    note("what stands between two games is left out");
    while (at_ < text_.size() && here() != '(') advance();
  }
  void skip_stray() {
    note("these characters belong to no property and are left out");
    while (at_ < text_.size()) {
      const char c = here();
      if (c == '(' || c == ')' || c == ';' || c == '[' || is_capital(c) || is_small(c)) return;
      advance();
    }
  }

  void add_node() {
    if (t_.nodes_.size() >= kMostNodes) return too_many(kMostNodes, "nodes");
    const SgfId id = static_cast<SgfId>(t_.nodes_.size());
    SgfNode n;
    n.parent = current_;
    n.first = static_cast<std::uint32_t>(t_.properties_.size());
    n.line = line_, n.column = column_;
    t_.nodes_.push_back(n);
    if (current_ == kNoSgfNode) {
      t_.games_.push_back(id);
    } else {
      SgfNode& parent = t_.nodes_[current_];
      (parent.first_child == kNoSgfNode ? parent.first_child : t_.nodes_[parent.last_child].next) = id;
      parent.last_child = id;
    }
    current_ = id;
    fresh_ = true;
  }

  // FF[1] to FF[3] let a name have small letters among its capitals: "Black", "SiZe".
  std::string read_name() {
    std::string name, word;
    while (at_ < text_.size() && (is_capital(here()) || is_small(here()) || is_digit(here()))) {
      if (word.size() < kLongestName) {
        word += as_capital(here());
        if (!is_small(here())) name += here();
      }
      advance();
    }
    if (!name.empty()) return name;
    note("a property's name is written in capital letters; this one is read as if it were");
    return word;
  }

  void property() {
    const int line = line_, column = column_;
    std::string name = read_name();
    skip_blanks();
    if (at_ >= text_.size() || here() != '[') return note_at(line, column, "a property without a value is left out");
    const bool belongs = fresh_ && current_ != kNoSgfNode && current_ + 1 == t_.nodes_.size();
    if (!belongs) {
      note_at(line, column, "a property stands here without a node; a ';' is missing before it");
      add_node();
      if (full_) return;
    }
    note_twin(name, line, column);
    SgfProperty p{std::move(name), static_cast<std::uint32_t>(t_.values_.size()), 0};
    while (at_ < text_.size() && here() == '[' && !full_) {
      t_.values_.push_back(scan_value());
      if (t_.values_.size() > kMostValues) too_many(kMostValues, "values");
      skip_blanks();
    }
    p.count = static_cast<std::uint32_t>(t_.values_.size()) - p.first;
    if (p.count > 1 && is_single(p.name)) note_at(line, column, "'" + p.name + "' has one value; the first one counts");
    t_.properties_.push_back(std::move(p));
    ++t_.nodes_[current_].count;
  }

  // Of a property that has one value, the first in the node counts; lists of points are put together.
  static bool is_single(const std::string& name) {
    constexpr std::string_view kSingle[] = {"B", "W", "SZ", "KM", "HA", "PL", "RU", "GM", "CA"};
    return std::find(std::begin(kSingle), std::end(kSingle), name) != std::end(kSingle);
  }

  void note_twin(const std::string& name, int line, int column) {
    constexpr std::uint32_t kMostLookedAt = 32;  // nodes have fewer
    if (!is_single(name)) return;
    const bool move = name == "B" || name == "W";
    const SgfNode& n = t_.nodes_[current_];
    for (std::uint32_t i = n.first; i < n.first + std::min(n.count, kMostLookedAt); ++i) {
      const std::string& other = t_.properties_[i].name;
      if (other == name) return note_at(line, column, "'" + name + "' stands twice in one node; the first one counts");
      if (move && (other == "B" || other == "W"))
        return note_at(line, column, "two moves stand in one node; a ';' is missing between them");
    }
  }

  SgfValue scan_value() {
    SgfValue v{{}, line_, column_};
    advance();
    const std::size_t first = at_;
    while (at_ < text_.size() && here() != ']') {
      if (here() == '\\' && at_ + 1 < text_.size()) advance();
      advance();
    }
    v.raw = text_.substr(first, at_ - first);
    if (at_ < text_.size())
      advance();
    else
      note_at(v.line, v.column, "this value is not closed: a ']' is missing");
    return v;
  }

  static constexpr std::size_t kLongestName = 100;
  SgfTree& t_;
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1, column_ = 1;
  std::vector<SgfId> open_;  // where each bracket was opened
  SgfId current_ = kNoSgfNode;
  bool fresh_ = false;  // a node was begun, and no bracket came since
  bool full_ = false;
};

SgfTree::SgfTree(std::string text) : text_(std::move(text)) { Reader(*this).read(); }

std::vector<SgfValue> SgfTree::values(SgfId id, std::string_view property) const {
  std::vector<SgfValue> out;
  const SgfNode& n = nodes_[id];
  for (std::uint32_t i = n.first; i < n.first + n.count; ++i)
    if (properties_[i].name == property)
      out.insert(out.end(), values_.begin() + properties_[i].first,
                 values_.begin() + properties_[i].first + properties_[i].count);
  return out;
}

std::optional<SgfValue> SgfTree::value(SgfId id, std::string_view property) const {
  const SgfNode& n = nodes_[id];
  for (std::uint32_t i = n.first; i < n.first + n.count; ++i)
    if (properties_[i].name == property) return values_[properties_[i].first];
  return std::nullopt;
}

bool SgfTree::has(SgfId id, std::string_view property) const { return value(id, property).has_value(); }

std::optional<std::vector<SgfId>> sgf_line(const SgfTree& tree, SgfId root, const std::vector<int>& path,
                                           std::string& problem) {
  std::vector<SgfId> line;
  std::size_t forks = 0;
  for (SgfId id = root; id != kNoSgfNode;) {
    line.push_back(id);
    SgfId next = tree.node(id).first_child;
    if (next != kNoSgfNode && tree.node(next).next != kNoSgfNode) {
      const int wanted = forks < path.size() ? path[forks] : 1;
      ++forks;
      int ways = 1;
      for (; ways < wanted && next != kNoSgfNode; ++ways) next = tree.node(next).next;
      if (next == kNoSgfNode)
        return problem = "at fork " + std::to_string(forks) + " there are only " + std::to_string(ways - 1) + " ways",
               std::nullopt;
    }
    id = next;
  }
  if (forks < path.size())
    return problem = "this way has " + std::to_string(forks) + (forks == 1 ? " fork" : " forks") + ", not " +
                     std::to_string(path.size()),
           std::nullopt;
  return line;
}

// --- values

namespace {

// `breaks`: line breaks are kept. Those that are escaped are none.
std::string unescaped(std::string_view raw, bool breaks) {
  std::string out;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    char c = raw[i];
    const bool escaped = c == '\\' && i + 1 < raw.size();
    if (escaped) c = raw[++i];
    if (is_break(c)) {
      if (i + 1 < raw.size() && is_break(raw[i + 1]) && raw[i + 1] != c) ++i;
      if (!escaped) out += breaks ? '\n' : ' ';
    } else if (c == '\\' && !escaped) {
      break;  // the last character: it escapes nothing
    } else {
      out += is_blank(c) ? ' ' : c;
    }
  }
  return out;
}

}  // namespace

std::string sgf_text(std::string_view raw) { return unescaped(raw, true); }
std::string sgf_simple_text(std::string_view raw) { return unescaped(raw, false); }

std::string sgf_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == ']') out += '\\';
    out += c;
  }
  return out;
}

std::string_view sgf_trimmed(std::string_view raw) {
  while (!raw.empty() && is_blank(raw.front())) raw.remove_prefix(1);
  while (!raw.empty() && is_blank(raw.back())) raw.remove_suffix(1);
  return raw;
}

namespace {

std::optional<int> side_of(std::string_view text) {
  text = sgf_trimmed(text);
  if (text.empty() || text.size() > 2 || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  int n = 0;
  for (const char c : text) n = n * 10 + (c - '0');
  return n >= 1 && n <= kMaxSide ? std::optional(n) : std::nullopt;
}

// Columns count from the left and rows from the top, a letter each: 26 in lower case, 26 more in upper case.
int letter_value(char c) { return is_small(c) ? c - 'a' : is_capital(c) ? c - 'A' + 26 : 1000; }

bool is_small_board(SgfSize size) { return size.columns <= 19 && size.rows <= 19; }

}  // namespace

std::string to_string(SgfSize size) { return std::to_string(size.columns) + "x" + std::to_string(size.rows); }

std::optional<SgfSize> sgf_size(std::string_view raw) {
  const std::size_t colon = raw.find(':');
  const auto columns = side_of(raw.substr(0, colon));
  const auto rows = colon == std::string_view::npos ? columns : side_of(raw.substr(colon + 1));
  if (!columns || !rows) return std::nullopt;
  return SgfSize{*columns, *rows};
}

Point sgf_point(std::string_view raw, SgfSize size) {
  raw = sgf_trimmed(raw);
  if (raw.size() != 2) return kNoPoint;
  const int column = letter_value(raw[0]), row = letter_value(raw[1]);
  return column < size.columns && row < size.rows ? point_at(column, size.rows - 1 - row) : kNoPoint;
}

std::string sgf_point_text(Point p, int rows) {
  return {static_cast<char>('a' + column_of(p)), static_cast<char>('a' + rows - 1 - row_of(p))};
}

bool sgf_is_pass(std::string_view raw, SgfSize size) {
  raw = sgf_trimmed(raw);
  return raw.empty() || (raw == "tt" && is_small_board(size));
}

bool sgf_add_points(std::string_view raw, SgfSize size, PointSet& to) {
  const std::size_t colon = raw.find(':');
  const Point a = sgf_point(raw.substr(0, colon), size);
  const Point b = colon == std::string_view::npos ? a : sgf_point(raw.substr(colon + 1), size);
  if (a == kNoPoint || b == kNoPoint) return false;
  const auto [left, right] = std::minmax({column_of(a), column_of(b)});
  const auto [low, high] = std::minmax({row_of(a), row_of(b)});
  for (int row = low; row <= high; ++row)
    for (int column = left; column <= right; ++column) to.insert(point_at(column, row));
  return true;
}

std::string sgf_points_text(const PointSet& set, int rows) {
  std::string out;
  PointSet left = set;
  while (!left.empty()) {
    const Point first = left.first();
    Point last = first;
    left.erase(first);
    while (left.contains(static_cast<Point>(last + 1))) left.erase(++last);
    out += '[';
    out += sgf_point_text(first, rows);
    if (last != first) {
      out += ':';
      out += sgf_point_text(last, rows);
    }
    out += ']';
  }
  return out;
}

}  // namespace gofuda
