#include "scripting/sgf_file.hpp"

#include <algorithm>
#include <charconv>

#include "core/notation/text.hpp"
#include "scripting/charset.hpp"

namespace gofuda {

namespace {

std::string small_letters(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != '-' && c != '_' && c != ' ') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}
bool is_utf8(std::string_view charset) { return small_letters(charset) == "utf8"; }
bool is_latin1(std::string_view charset) {
  const std::string name = small_letters(charset);
  return name == "latin1" || name == "l1" || name == "iso88591" || name == "iso88591:1987";
}

// A charset of several bytes a character, where it is not the file's, swallows the brackets behind other letters.
std::size_t moves_in(const SgfTree& tree) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  std::size_t out = 0;
  for (SgfId id = 0; id < tree.size(); ++id)
    for (const char* property : {"B", "W"})
      if (const auto v = tree.value(id, property)) {
        const std::string_view point = sgf_trimmed(v->raw);
        out += point.empty() || (point.size() == 2 && letter(point[0]) && letter(point[1]));
      }
  return out;
}

class SgfReading {
 public:
  SgfReading(const std::string& name, std::string_view bytes, const SgfChoice& choice, Diagnostics& out,
             Diagnostics& notes)
      : bytes_(bytes), choice_(choice), out_(out), notes_(notes) {
    file_.name = name;
  }

  std::optional<SgfFile> open() {
    if (bytes_.size() > kMostSgfBytes)
      return fail(0, 0,
                  "the file has more than the " + std::to_string(kMostSgfBytes) + " bytes that are read; split it");
    if (!read() || !choose()) return std::nullopt;
    return std::move(file_);
  }

 private:
  std::nullopt_t fail(int line, int column, const std::string& what) {
    out_.error(file_.name, line, column, "sgf", what);
    return std::nullopt;
  }
  void note(int line, int column, const std::string& what) { notes_.warning(file_.name, line, column, "sgf", what); }

  // The bytes as they are where they are UTF-8, else as the standard has it where no charset is named.
  std::string plain() {
    const bool utf8 = utf8_prefix(bytes_) == bytes_.size();
    file_.charset = utf8 ? "UTF-8" : "ISO-8859-1";
    return utf8 ? std::string(bytes_) : from_latin1(bytes_);
  }

  bool read() {
    const std::string marked = marked_charset(bytes_);
    if (marked == "UTF-8") bytes_.remove_prefix(kUtf8Mark.size());
    std::string as_it_is = plain();
    std::optional<std::string> text;
    if (!marked.empty() && marked != "UTF-8") {
      text = converted(marked, 1, 1);
      if (text) file_.charset = marked;
      if (is_ebcdic(bytes_) && choice_.convert && !(text && text->starts_with("(;"))) {
        file_.charset = kSomeEbcdic;
        text = converted(file_.charset, 1, 1);
      }
      if (!text) return false;
    }
    file_.tree = std::make_shared<const SgfTree>(text ? std::move(*text) : std::move(as_it_is));
    if (marked.empty() && !reread()) return false;
    for (const SgfNote& n : file_.tree->notes())
      if (n.fatal)
        fail(n.line, n.column, n.text);
      else
        note(n.line, n.column, n.text);
    return file_.tree->usable();
  }

  std::optional<SgfValue> named_charset(const SgfTree& tree) const {
    const auto game = static_cast<std::size_t>(choice_.game - 1);
    if (!tree.usable() || choice_.game < 1 || game >= tree.games().size()) return std::nullopt;
    auto named = tree.value(tree.games()[game], "CA");
    return named && !sgf_trimmed(named->raw).empty() ? named : std::nullopt;
  }

  // The charset is named in the text that it is needed for: what was read first must say the same when read by it.
  bool reread() {
    const auto named = named_charset(*file_.tree);
    if (!named) return true;
    const std::string charset = sgf_simple_text(sgf_trimmed(named->raw));
    if (is_utf8(charset) && file_.charset == "UTF-8") return true;
    if (is_latin1(charset) && file_.charset == "ISO-8859-1") return true;
    auto text = converted(charset, named->line, named->column);
    if (!text) return !out_.has_errors();
    auto tree = std::make_shared<const SgfTree>(std::move(*text));
    const auto again = named_charset(*tree);
    if (!again || sgf_simple_text(sgf_trimmed(again->raw)) != charset) {
      note(named->line, named->column, "the file is not in the charset " + in_quotes(charset) + " that it names");
    } else if (const std::size_t moves = moves_in(*tree), more = moves_in(*file_.tree); moves < more) {
      note(named->line, named->column,
           "by the charset " + in_quotes(charset) + " that it names the file has " + std::to_string(moves) + " of " +
               std::to_string(more) + " moves, so it is read as " + file_.charset);
    } else {
      file_.tree = std::move(tree);
      file_.charset = charset;
    }
    return true;
  }

  // Nothing where it cannot be read so: with an error where nothing can be done about it here, else with a note.
  std::optional<std::string> converted(const std::string& charset, int line, int column) {
    std::size_t bad = 0;
    std::optional<std::string> text;
    if (is_utf8(charset)) {
      text = mended_utf8(bytes_, bad);
    } else if (is_latin1(charset)) {
      text = from_latin1(bytes_);
    } else if (!choice_.convert) {
      return fail(line, column,
                  "the charset " + in_quotes(charset) +
                      " cannot be read in a process of its own; convert the file to UTF-8, or judge without --isolate");
    } else {
      text = to_utf8(bytes_, charset, bad);
    }
    if (!text)
      note(line, column, "there is no charset " + in_quotes(charset) + "; the file is read as " + file_.charset);
    if (bad > 0)
      note(line, column,
           std::to_string(bad) + (bad == 1 ? " byte is" : " bytes are") + " no character of " + in_quotes(charset));
    return text;
  }

  bool choose() {
    const auto& games = file_.tree->games();
    if (choice_.game < 1 || static_cast<std::size_t>(choice_.game) > games.size()) {
      fail(0, 0,
           "there is no game " + std::to_string(choice_.game) + ": the file has " + std::to_string(games.size()) +
               (games.size() == 1 ? " game" : " games"));
      return false;
    }
    file_.root = games[static_cast<std::size_t>(choice_.game - 1)];
    std::string problem;
    auto line = sgf_line(*file_.tree, file_.root, choice_.path, problem);
    if (!line) return fail(file_.tree->node(file_.root).line, file_.tree->node(file_.root).column, problem), false;
    file_.line = std::move(*line);
    return true;
  }

  std::string_view bytes_;
  const SgfChoice& choice_;
  Diagnostics& out_;
  Diagnostics& notes_;
  SgfFile file_;
};

}  // namespace

bool has_sgf_name(const std::string& name) {
  return name.size() >= 4 && small_letters(std::string_view(name).substr(name.size() - 4)) == ".sgf";
}

// A saved game may have any name.
bool is_sgf(const std::string& name, std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n", bytes.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0);
  if (first != std::string_view::npos && bytes[first] == '(') return true;
  return has_sgf_name(name) && (first == std::string_view::npos || !bytes.substr(first).starts_with("dispute:"));
}

std::optional<SgfFile> open_sgf(const std::string& name, std::string_view bytes, const SgfChoice& choice,
                                Diagnostics& out, Diagnostics& notes) {
  return SgfReading(name, bytes, choice, out, notes).open();
}

std::optional<std::vector<int>> parse_sgf_path(std::string_view text) {
  std::vector<int> path;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(".,"), text.size());
    int n = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + end, n);
    if (error != std::errc() || at != text.data() + end || n < 1) return std::nullopt;
    path.push_back(n);
    if (end == text.size()) return path;
    text.remove_prefix(end + 1);
  }
  return std::nullopt;
}

}  // namespace gofuda
