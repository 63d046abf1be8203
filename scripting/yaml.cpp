#include "scripting/yaml.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace gofuda {
namespace {

constexpr std::size_t kDeepest = 50;
constexpr std::size_t kMostErrors = 50;  // of one file, so that a hostile one cannot flood a terminal

// Thrown through yaml-cpp to end a parse whose mistake is already reported.
struct UnreadableYaml {};

std::string number(std::size_t n) { return std::to_string(n); }

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// The offset just behind the closing quote of the quoted text at `start`; npos when it is never closed.
std::size_t quote_end(std::string_view text, std::size_t start) {
  const char quote = text[start];
  for (std::size_t i = start + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '"' || i + 1 >= text.size() || text[i + 1] != quote) return i + 1;
      ++i;
    }
  }
  return std::string_view::npos;
}

// A file's text without byte order mark, its lines ended by LF, and the one way to report about it.
class Source {
 public:
  Source(std::string name, std::string_view text, Diagnostics& out) : name_(std::move(name)), out_(out) {
    if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
    text_.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\r' || i + 1 >= text.size() || text[i + 1] != '\n') text_ += text[i];
    }
    lines_.push_back(0);
    continued_.reserve(text_.size() + 1);
    continued_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\n') lines_.push_back(i + 1);
      continued_.push_back(continued_.back() + ((text_[i] & 0xc0) == 0x80 ? 1 : 0));
    }
  }

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  std::size_t errors() const { return errors_; }
  std::size_t lines() const { return lines_.size(); }
  std::size_t line_start(std::size_t line) const { return lines_[line]; }
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  std::size_t offset(const YAML::Mark& mark) const {
    return mark.pos < 0 ? 0 : std::min(static_cast<std::size_t>(mark.pos), text_.size());
  }

  // Line and column from 1, the column in code points.
  std::pair<int, int> position(std::size_t offset) const {
    const auto next = std::upper_bound(lines_.begin(), lines_.end(), offset);
    const std::size_t start = *(next - 1);
    const std::size_t column = offset - start - (continued_[offset] - continued_[start]) + 1;
    return {static_cast<int>(next - lines_.begin()), static_cast<int>(column)};
  }

  void error(std::size_t offset, std::string code, std::string message) {
    const auto [line, column] = position(offset);
    out_.error(name_, line, column, std::move(code), std::move(message));
    if (++errors_ < kMostErrors) return;
    out_.error(name_, line, 0, "too-many-errors",
               "more than " + number(kMostErrors) + " errors; mend those above first");
    throw UnreadableYaml{};
  }

  // The last character in [from, to) that says something: no blank, no comment; `to` itself when there is none.
  std::size_t content_before(std::size_t to, std::size_t from) const {
    std::size_t last = to;
    for (std::size_t i = from; i < to; ++i) {
      if (text_[i] == '#' && (i == 0 || is_blank(text_[i - 1]))) i = std::min(text_.find('\n', i), to);
      if (i < to && !is_blank(text_[i])) last = i;
    }
    return last;
  }

 private:
  std::string name_;
  std::string text_;
  std::vector<std::size_t> lines_;        // where each begins
  std::vector<std::uint32_t> continued_;  // bytes before this one that continue a code point
  std::size_t errors_ = 0;
  Diagnostics& out_;
};

bool is_control(char32_t c) {
  return (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7f && c < 0xa0 && c != 0x85) || c == 0xfeff || c == 0xfffe ||
         c == 0xffff;
}

// The first byte of each line that no text file should have.
void check_bytes(Source& source) {
  const std::string_view text = source.text();
  for (std::size_t line = 0; line < source.lines(); ++line) {
    const std::size_t end = line + 1 < source.lines() ? source.line_start(line + 1) : text.size();
    for (std::size_t i = source.line_start(line); i < end;) {
      const std::optional<CodePoint> c = decode_utf8(text.substr(i));
      if (!c) {
        source.error(i, "not-utf8",
                     "the byte " + printable(text.substr(i, 1)) + " is not UTF-8; save the file as UTF-8");
        break;
      }
      if (c->value == '\r') {
        source.error(i, "control-character", "a carriage return without line feed; save the file with LF line ends");
        break;
      }
      if (is_control(c->value)) {
        source.error(i, "control-character",
                     "the control character " + printable(text.substr(i, c->bytes)) + "; remove it");
        break;
      }
      i += c->bytes;
    }
  }
}

void check_indentation(Source& source) {
  const std::string_view text = source.text();
  for (std::size_t line = 0; line < source.lines(); ++line) {
    const std::size_t i = text.find_first_not_of(' ', source.line_start(line));
    if (i == std::string_view::npos) return;
    if (text[i] == '\t') {
      source.error(i, "tab-indent", "a tab in the indentation; use spaces");
    } else if (text.substr(i, 2) == "\u00a0" || text.substr(i, 3) == "\u3000") {
      const char* kind = text[i] == '\xc2' ? "a no-break space" : "an ideographic space";
      source.error(i, "odd-space", std::string(kind) + " in the indentation; use ordinary spaces");
    }
  }
}

class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(Source& source) : source_(source) {}

  bool has_root() const { return root_.has_value(); }
  YamlNode take_root() { return std::move(*root_); }
  std::size_t scalar_offset() const { return scalar_offset_; }
  std::size_t scalar_end() const { return scalar_end_; }
  // Where the innermost open '[' or '{' stands.
  std::optional<std::size_t> open_bracket() const {
    return frames_.empty() || !frames_.back().flow ? std::nullopt : std::optional(frames_.back().offset);
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (!started_) {
      started_ = true;
      return;
    }
    const std::size_t at = source_.offset(mark);
    const bool marked = source_.text().compare(at, 3, "---") == 0;
    source_.error(at, "two-documents",
                  marked ? "a second document begins here; a file holds one, so remove the '---' or make two files"
                         : "this does not belong to what stands above it; check the indentation and the '-' of lists");
    throw UnreadableYaml{};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const std::size_t at = source_.offset(mark);
    check_properties(at, "?", anchor);
    const std::string_view here = std::string_view(source_.text()).substr(at, 4);
    const bool written = here.substr(0, 1) == "~" || here == "null" || here == "Null" || here == "NULL";
    std::size_t place = written ? at : source_.content_before(at, std::min(at, std::max(seen_, scalar_end_)));
    if (!written && !frames_.empty() && frames_.back().key) place = frames_.back().key_offset;
    seen_ = at;
    add(make(YamlNode::Kind::null, place), place, written);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    const std::size_t at = source_.offset(mark);
    source_.error(at, "alias", "aliases (*name) are not read here; write the value out, or put the text in quotes");
    add(make(YamlNode::Kind::scalar, at), at, true);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const std::size_t at = source_.offset(mark);
    const bool bare = check_properties(at, tag, anchor);
    YamlNode node = make(YamlNode::Kind::scalar, at);
    node.text = value;
    node.quoted = tag != "?";
    scalar_offset_ = at;
    scalar_end_ = at + value.size();
    if (bare && node.quoted) {
      find_text(node, at);
      check_characters(node, at);
    }
    add(std::move(node), at, true);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(YamlNode::Kind::sequence, mark, tag, anchor, style);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(YamlNode::Kind::map, mark, tag, anchor, style);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Frame {
    YamlNode node;
    std::size_t offset = 0;
    bool flow = false;
    std::optional<YamlNode> key;
    std::size_t key_offset = 0;
    std::unordered_map<std::string, int> seen;  // key to its line
  };

  YamlNode make(YamlNode::Kind kind, std::size_t at) const {
    YamlNode node;
    node.kind = kind;
    std::tie(node.line, node.column) = source_.position(at);
    node.text_line = node.line;
    node.text_column = node.column;
    return node;
  }

  // True when the node has neither anchor nor tag. yaml-cpp gives a quoted text the tag "!", as it does a literal lone
  // '!'.
  bool check_properties(std::size_t at, const std::string& tag, YAML::anchor_t anchor) {
    const bool tagged = source_.at(at) == '!' || (tag != "?" && tag != "!" && !tag.empty());
    if (anchor != 0) {
      source_.error(at, "anchor", "anchors (&name) are not read here; write the value out, or put the text in quotes");
    }
    if (tagged) source_.error(at, "tag", "tags (!name) are not read here; remove it, or put the text in quotes");
    return anchor == 0 && !tagged;
  }

  void find_text(YamlNode& node, std::size_t at) {
    const char first = source_.at(at);
    if (first == '"' || first == '\'') {
      const std::size_t end = quote_end(source_.text(), at);
      if (end == std::string::npos) {
        source_.error(at, "syntax",
                      std::string("this quote is never closed; add ") + first + " at the end of the text");
      }
      scalar_end_ = std::min(end, source_.text().size());
      ++node.text_column;
      return;
    }
    ++node.text_line;
    node.text_column = 1;
    const std::size_t row = node.text.find_first_not_of('\n');
    if (row == std::string::npos) return;
    // The first row that is not empty shows how deep the block stands; what is beyond belongs to the text.
    const std::size_t own = node.text.find_first_not_of(' ', row) - row;
    const std::size_t header_end = std::min(source_.text().find('\n', at), source_.text().size());
    const std::size_t start = source_.text().find_first_not_of(" \n", header_end);
    if (start == std::string::npos) return;
    const std::size_t indent = static_cast<std::size_t>(source_.position(start).second) - 1;
    node.text_column = static_cast<int>(indent - std::min(own, indent)) + 1;
  }

  // Escapes can make what check_bytes refused.
  void check_characters(const YamlNode& node, std::size_t at) {
    std::string_view text = node.text;
    while (!text.empty()) {
      const CodePoint c = decode_utf8(text).value_or(CodePoint{0, 1});
      if (is_control(c.value)) {
        source_.error(at, "control-character",
                      "this text has the control character " + printable(text.substr(0, c.bytes)) + "; remove it");
        return;
      }
      text.remove_prefix(c.bytes);
    }
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    const std::size_t at = source_.offset(mark);
    check_properties(at, tag, anchor);
    if (frames_.size() >= kDeepest) {
      source_.error(at, "too-deep", "nested deeper than " + number(kDeepest) + " levels; make it flatter");
      throw UnreadableYaml{};
    }
    Frame frame;
    frame.node = make(kind, at);
    frame.offset = at;
    frame.flow = style == YAML::EmitterStyle::Flow;
    frames_.push_back(std::move(frame));
    seen_ = at;
  }

  void close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    add(std::move(frame.node), frame.offset, true);
  }

  void add(YamlNode node, std::size_t at, bool written) {
    if (frames_.empty()) {
      root_ = std::move(node);
      return;
    }
    Frame& top = frames_.back();
    if (top.node.kind == YamlNode::Kind::sequence) {
      top.node.items.push_back(std::move(node));
    } else if (!top.key) {
      check_key(top, node, at);
      top.key = std::move(node);
      top.key_offset = at;
    } else {
      if (!written) check_colon(top);
      top.node.fields.push_back({std::move(*top.key), std::move(node)});
      top.key.reset();
    }
  }

  void check_key(Frame& map, const YamlNode& key, std::size_t at) {
    if (key.kind != YamlNode::Kind::scalar || key.text.empty()) {
      const char* kind = key.kind == YamlNode::Kind::sequence ? "a list"
                         : key.kind == YamlNode::Kind::map    ? "a map"
                                                              : "nothing";
      source_.error(at, "bad-key", std::string("a key must be text, not ") + kind + "; put it in quotes");
    } else if (key.text == "<<" && !key.quoted) {
      source_.error(at, "merge-key", "merge keys (<<) are not read here; write the fields out");
    } else if (const auto [first, fresh] = map.seen.emplace(key.text, key.line); !fresh) {
      source_.error(at, "duplicate-key",
                    "the key " + in_quotes(key.text) + " is given twice, first on line " +
                        std::to_string(first->second) + "; remove one");
    }
  }

  // YAML takes 'b' alone among 'key: value' lines as a key with nothing.
  void check_colon(const Frame& map) {
    const std::string& text = source_.text();
    const YamlNode& key = *map.key;
    std::size_t end = map.key_offset;
    if (key.quoted) {
      end = quote_end(text, end);
    } else if (text.compare(end, key.text.size(), key.text) == 0) {
      end += key.text.size();
    } else {
      return;
    }
    end = std::min(text.find_first_not_of(" \t", std::min(end, text.size())), text.size());
    if (source_.at(end) == ':') return;
    const bool space_only = !key.quoted && key.text.find(':') != std::string::npos;
    source_.error(map.key_offset, "missing-colon",
                  in_quotes(key.text) + (space_only ? " has no space after its ':'" : " has no ':' after it") +
                      "; write 'key: value'");
  }

  Source& source_;
  std::vector<Frame> frames_;
  std::optional<YamlNode> root_;
  bool started_ = false;
  std::size_t scalar_offset_ = 0, scalar_end_ = 0;  // of the last scalar
  std::size_t seen_ = 0;                            // offset of the last bracket or empty value
};

// The quote that is open when the text ends, looked for from behind the last scalar that was read.
std::optional<std::size_t> open_quote(std::string_view text, std::size_t from) {
  for (std::size_t i = from; i < text.size(); ++i) {
    const char before = i == 0 ? '\n' : text[i - 1];
    if (text[i] == '#' && is_blank(before)) {
      i = std::min(text.find('\n', i), text.size());
    } else if ((text[i] == '"' || text[i] == '\'') && (is_blank(before) || std::strchr("[{,:-", before))) {
      const std::size_t end = quote_end(text, i);
      if (end == std::string_view::npos) return i;
      i = end - 1;
    }
  }
  return std::nullopt;
}

struct Words {
  const char* theirs;  // how yaml-cpp's message begins
  const char* code;
  const char* ours;
};

constexpr Words kScalars[] = {
    {"end of sequence not found", "syntax", "this does not fit the list above it; check the indentation and the '-'"},
    {"end of map not found", "syntax", "this does not fit the 'key: value' lines above it; check the indentation"},
    {"illegal flow end", "syntax", "a closing bracket that nothing opened; remove it, or put the text in quotes"},
    {"illegal block entry", "syntax", "a list cannot begin here; begin it on the next line, or put the text in quotes"},
    {"illegal map key", "syntax", "a '?' cannot stand here; put the text in quotes"},
    {"illegal map value", "syntax",
     "this ':' does not fit the lines above it; check their indentation and the ': ' of each"},
    {"illegal character", "syntax", "this character cannot stand here; put the text in quotes"},
    {"illegal document indicator", "syntax", "the quote above is not closed; close it before this line"},
    {"illegal EOF in scalar", "syntax", "a quote is never closed; add it at the end of its text"},
    {"illegal tab", "tab-indent", "a tab in the indentation; use spaces"},
    {"unknown escape", "syntax",
     "there is no such escape in double quotes; write \\\\ for a backslash, or use single quotes"},
    {"bad character found while scanning hex", "syntax", "an escape needs hexadecimal digits: \\x 2, \\u 4, \\U 8"},
    {"invalid unicode", "syntax", "this escape names no character; write the character itself"},
    {"cannot set zero indentation", "syntax", "a text block cannot have indentation 0; remove the digit"},
    {"unexpected character in block", "syntax",
     "only a comment may follow '|' or '>'; put the text on the lines below"},
    {"cannot assign multiple aliases", "alias", "aliases (*name) are not read here; put the text in quotes"},
    {"aliases can't", "alias", "aliases (*name) are not read here; put the text in quotes"},
    {"alias not found", "alias", "aliases (*name) are not read here; put the text in quotes"},
    {"illegal character found while scanning alias", "alias",
     "aliases (*name) are not read here; put the text in quotes"},
    {"the referenced anchor", "alias",
     "aliases (*name) are not read here; write the value out, or put the text in quotes"},
    {"illegal character found while scanning anchor", "anchor",
     "anchors (&name) are not read here; put the text in quotes"},
    {"cannot assign multiple anchors", "anchor", "anchors (&name) are not read here; put the text in quotes"},
    {"anchor not found", "anchor", "anchors (&name) are not read here; put the text in quotes"},
    {"illegal character found while scanning tag", "tag", "tags (!name) are not read here; put the text in quotes"},
    {"cannot assign multiple tags", "tag", "tags (!name) are not read here; put the text in quotes"},
    {"tag handle", "tag", "tags (!name) are not read here; put the text in quotes"},
    {"end of verbatim tag", "tag", "tags (!name) are not read here; put the text in quotes"},
    {"YAML ", "syntax", "this directive (%YAML) cannot be read; remove the line"},
    {"bad YAML version", "syntax", "this directive (%YAML) cannot be read; remove the line"},
    {"repeated ", "syntax", "this directive (%YAML) cannot be read; remove the line"},
    {"TAG ", "tag", "this directive (%TAG) cannot be read; remove the line"},
    {"bad file", "too-deep", "nested too deep; make it flatter"},
};

Words our_words(const std::string& theirs) {
  const Words* best = nullptr;
  for (const Words& words : kScalars) {
    const bool fits = theirs.starts_with(words.theirs);
    if (fits && (!best || std::strlen(words.theirs) > std::strlen(best->theirs))) best = &words;
  }
  return best ? *best
              : Words{"", "syntax",
                      "this is not readable as YAML; check the indentation, quotes and brackets around it"};
}

void report(const YAML::Exception& e, const TreeBuilder& tree, Source& source) {
  const Words words = our_words(e.msg);
  const std::string& text = source.text();
  std::size_t at = source.offset(e.mark);
  if (at >= text.size()) at = source.content_before(text.size(), std::min(text.size(), tree.scalar_end()));
  const int line = source.position(at).first;
  const char first = source.at(tree.scalar_offset());
  const bool same_line = tree.scalar_end() > 0 && source.position(tree.scalar_offset()).first == line;
  if (e.msg == "illegal EOF in scalar") {
    if (const auto quote = open_quote(text, tree.scalar_end())) {
      const std::string mark(1, source.at(*quote));
      return source.error(*quote, "syntax", "this quote is never closed; add " + mark + " at the end of the text");
    }
  } else if (e.msg.ends_with("flow not found") && tree.open_bracket()) {
    const std::size_t from = *tree.open_bracket(), comment = text.find(" #", from);
    const std::string why =
        comment < text.find('\n', from) ? "; what follows a # is a comment, so text with one stands in quotes" : "";
    return source.error(
        from, "syntax",
        (source.at(from) == '{' ? "this '{' is not closed where it must be; add the '}', or a ',' between its fields"
                                : "this '[' is not closed where it must be; add the ']', or a ',' between its items") +
            why);
  } else if (e.msg == "end of map not found" && same_line && (first == '"' || first == '\'')) {
    return source.error(at, "syntax",
                        "text behind a closing quote; put the whole in one pair of quotes (' within '...' is '')");
  } else if (e.msg == "end of map not found" && !same_line && (first == '|' || first == '>')) {
    return source.error(
        at, "syntax",
        "this line is indented less than the text block above it, but more than its key; align it with one of them");
  } else if (e.msg == "illegal map value" && same_line && source.position(tree.scalar_end()).first == line) {
    return source.error(at, "syntax", "a second ':' on this line; put the text behind the first one in quotes");
  } else if (e.msg == "unknown token") {
    return source.error(at, "syntax",
                        "text cannot begin with '" + std::string(1, source.at(at)) + "'; put it in quotes");
  }
  source.error(at, words.code, words.ours);
}

std::optional<YamlNode> build_tree(Source& source) {
  TreeBuilder tree(source);
  try {
    std::istringstream in(source.text());
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(tree)) {}
  } catch (const YAML::Exception& e) {
    report(e, tree, source);
    return std::nullopt;
  }
  if (source.errors() > 0) return std::nullopt;
  if (!tree.has_root()) {
    source.error(0, "empty-file", "the file says nothing; write its 'key: value' lines");
    return std::nullopt;
  }
  YamlNode root = tree.take_root();
  if (root.kind == YamlNode::Kind::null) {
    source.error(0, "empty-file", "the file says nothing; write its 'key: value' lines");
    return std::nullopt;
  }
  return root;
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const auto& [name, value] : fields) {
    if (name.text == key) return &value;
  }
  return nullptr;
}

std::optional<YamlFile> parse_yaml(std::string name, std::string_view text, Diagnostics& out, std::size_t limit) {
  if (text.size() > limit) {
    out.error(name, 0, 0, "too-large",
              "the file has " + number(text.size()) + " bytes, more than the " + number(limit) +
                  " that are read; is it the right one?");
    return std::nullopt;
  }
  Source source(std::move(name), text, out);
  try {
    check_bytes(source);
    check_indentation(source);
    if (source.errors() > 0) return std::nullopt;
    std::optional<YamlNode> root = build_tree(source);
    if (!root) return std::nullopt;
    return YamlFile{source.name(), std::move(*root)};
  } catch (const UnreadableYaml&) { return std::nullopt; }
}

}  // namespace gofuda
