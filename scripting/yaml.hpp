// YAML read strictly: one document, a tree with positions, and readers that collect every mistake of a file at once.
//
// Refused, each with its own code: more or fewer than one document, tabs for indentation, bytes that are not UTF-8,
// NUL, files over 1 MiB, nesting deeper than 50, anchors and aliases, tags, merge keys, keys that are not plain text, a
// key given twice, a key without its ':', a quote left open, control characters (escaped ones too), tabs and no-break
// or ideographic spaces in the indentation. CRLF line ends and a byte order mark are accepted. Scalars stay text; the
// readers convert (numbers are decimal: 010 is refused, as are yes/no/on/off for booleans, .nan and .inf).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scripting/diagnostic.hpp"

namespace gofuda {

struct YamlField;

struct YamlNode {
  enum class Kind { null, scalar, sequence, map };
  Kind kind = Kind::null;
  std::string text;               // of a scalar
  bool quoted = false;            // '...', "..." or a block scalar
  int line = 0, column = 0;       // as in Diagnostic; an empty value stands where its key does
  int text_line = 0;              // where the first character of a scalar's text stands; each further row of a '|' text
  int text_column = 0;            // stands one line lower
  std::vector<YamlNode> items;    // of a sequence
  std::vector<YamlField> fields;  // of a map, in the file's order
  const YamlNode* find(std::string_view key) const;  // nullptr when absent
};

struct YamlField {
  YamlNode first;   // the key, a scalar
  YamlNode second;  // its value
};

struct YamlFile {
  std::string name;  // as diagnostics show it
  YamlNode root;     // never null
};

inline constexpr std::size_t kMostTextBytes = 1u << 20;  // of a file that somebody writes

// The document, or nothing after at least one diagnostic. `name` is how diagnostics call the file.
std::optional<YamlFile> parse_yaml(std::string name, std::string_view text, Diagnostics& out,
                                   std::size_t limit = kMostTextBytes);

// Reads a whole regular file of at most `limit` bytes; a diagnostic (missing, directory, device, too large, unreadable)
// otherwise.
std::optional<std::string> read_text_file(const std::string& path, Diagnostics& out,
                                          std::size_t limit = kMostTextBytes);

// Of a number such as 47, -0.5 or 2.25: without an exponent, and with no zero in front.
std::optional<double> read_decimal(std::string_view text);

// Reads the fields of one map; what nobody asked for is an error, with did-you-mean among what was asked.
class YamlMap {
 public:
  // `what` names the map in messages: "a variant", "the board". If `node` is no map, that is diagnosed here and every
  // field is absent.
  YamlMap(const YamlFile& file, const YamlNode& node, std::string what, Diagnostics& out);

  const YamlNode* optional(std::string_view key);
  const YamlNode* required(std::string_view key);  // diagnoses a missing one
  std::optional<std::string> text(std::string_view key, bool must = false);
  std::optional<long> integer(std::string_view key, long least, long most, bool must = false);
  std::optional<bool> boolean(std::string_view key, bool must = false);  // true or false, unquoted
  // Of a key that there is not: where it belongs, or why it is not there and what to do instead.
  void belongs(std::string_view key, const std::string& where) { explain(key, "write " + where); }
  void explain(std::string_view key, std::string why) { hints_[std::string(key)] = std::move(why); }
  void finish();  // diagnoses the unknown keys; call once, after all fields were asked for

  bool valid() const { return map_ != nullptr; }

 private:
  const YamlFile& file_;
  const YamlNode& node_;
  const YamlNode* map_ = nullptr;
  std::string what_;
  Diagnostics& out_;
  std::vector<std::string> known_;
  std::map<std::string, std::string> hints_;
};

// `what` begins the message: "'size'", "the komi". Codes: wrong-type, missing-value, out-of-range.
// One scalar; diagnoses and gives nothing when it is something else.
std::optional<std::string> yaml_text(const YamlFile& file, const YamlNode& node, std::string_view what,
                                     Diagnostics& out);
std::optional<long> yaml_integer(const YamlFile& file, const YamlNode& node, std::string_view what, long least,
                                 long most, Diagnostics& out);
std::optional<bool> yaml_boolean(const YamlFile& file, const YamlNode& node, std::string_view what, Diagnostics& out);
// A sequence of scalars, or one scalar standing for a sequence of one.
std::vector<const YamlNode*> yaml_list(const YamlFile& file, const YamlNode& node, std::string_view what,
                                       Diagnostics& out);
void yaml_error(const YamlFile& file, const YamlNode& node, std::string code, std::string message, Diagnostics& out);

}  // namespace gofuda
