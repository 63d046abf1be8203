// Reading values out of a YamlNode, and the text of files.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>

#include "scripting/yaml.hpp"

namespace gofuda {
namespace {

constexpr std::size_t kMostNeighbours = 10000;  // looked at for a name like that of a missing file

using Kind = YamlNode::Kind;

// What stands there instead of what was wanted.
std::string instead(const YamlNode& node) {
  if (node.kind == Kind::sequence) return "a list";
  if (node.kind == Kind::map) return "'key: value' lines";
  return node.kind == Kind::null ? "nothing" : in_quotes(node.text);
}

// The scalar's text; nothing after a diagnostic.
const std::string* scalar(const YamlFile& file, const YamlNode& node, std::string_view what, std::string_view wanted,
                          Diagnostics& out) {
  if (node.kind == Kind::scalar) return &node.text;
  if (node.kind == Kind::null) {
    yaml_error(file, node, "missing-value", std::string(what) + " is empty; write " + std::string(wanted) + " there",
               out);
  } else {
    yaml_error(file, node, "wrong-type",
               std::string(what) + " must be " + std::string(wanted) + ", not " + instead(node), out);
  }
  return nullptr;
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// " (write 10)" for 010, +10, 1_000 and the like.
std::string plain_decimal(std::string text) {
  std::erase(text, '_');
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.erase(0, 1);
  if (!all_digits(text)) return "";
  text.erase(0, std::min(text.find_first_not_of('0'), text.size() - 1));
  return " (write " + std::string(negative && text != "0" ? "-" : "") + text + ")";
}

std::string range_text(long least, long most) {
  if (most == std::numeric_limits<long>::max()) return "at least " + std::to_string(least);
  if (least == std::numeric_limits<long>::min()) return "at most " + std::to_string(most);
  if (least == most) return std::to_string(least);
  return "from " + std::to_string(least) + " to " + std::to_string(most);
}

class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

// Did-you-mean among the files that stand where the missing one should.
std::string similar_file(const std::string& path) {
  const std::filesystem::path wanted(path);
  const std::filesystem::path folder = wanted.has_parent_path() ? wanted.parent_path() : std::filesystem::path(".");
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    names.push_back(it->path().filename().string());
    if (names.size() >= kMostNeighbours) break;
  }
  std::sort(names.begin(), names.end());
  const std::optional<std::string> name = nearest(wanted.filename().string(), names);
  return name ? " (did you mean " + in_quotes((wanted.parent_path() / *name).string()) + "?)"
              : "; check its name and folder";
}

void report_unopened(const std::string& path, int error, Diagnostics& out) {
  if (error == ENOENT || error == ENOTDIR) {
    out.error(path, 0, 0, "no-file", "there is no such file" + similar_file(path));
  } else if (error == ENXIO) {
    out.error(path, 0, 0, "not-a-file", "this is a device, a pipe or a socket; name an ordinary file");
  } else {
    out.error(path, 0, 0, "unreadable",
              std::string("the file cannot be opened: ") + std::strerror(error) + "; check its permissions");
  }
}

}  // namespace

void yaml_error(const YamlFile& file, const YamlNode& node, std::string code, std::string message, Diagnostics& out) {
  out.error(file.name, node.line, node.column, std::move(code), std::move(message));
}

std::optional<std::string> yaml_text(const YamlFile& file, const YamlNode& node, std::string_view what,
                                     Diagnostics& out) {
  const std::string* text = scalar(file, node, what, "text", out);
  return text ? std::optional(*text) : std::nullopt;
}

std::optional<long> yaml_integer(const YamlFile& file, const YamlNode& node, std::string_view what, long least,
                                 long most, Diagnostics& out) {
  const std::string* text = scalar(file, node, what, "a whole number", out);
  if (!text) return std::nullopt;
  const std::string_view digits = std::string_view(*text).substr(text->starts_with('-') ? 1 : 0);
  const bool decimal = all_digits(digits) && (digits.size() == 1 || digits[0] != '0');
  if (!decimal || node.quoted) {
    const std::string fix = decimal ? ": remove the quotes" : plain_decimal(*text);
    yaml_error(file, node, "wrong-type",
               std::string(what) + " must be a whole number, not " + (node.quoted ? "the quoted text " : "") +
                   in_quotes(*text) + fix,
               out);
    return std::nullopt;
  }
  long value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || value < least || value > most) {
    const std::string shown = in_quotes(*text);
    yaml_error(file, node, "out-of-range",
               std::string(what) + " must be " + range_text(least, most) + ", not " + shown.substr(1, shown.size() - 2),
               out);
    return std::nullopt;
  }
  return value;
}

std::optional<double> read_decimal(std::string_view text) {
  double n = 0;
  if (text.find_first_not_of("-.0123456789") != std::string_view::npos) return std::nullopt;  // "nan"
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n, std::chars_format::fixed);
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  const bool zero_first = digits.size() > 1 && digits[0] == '0' && digits[1] != '.';
  const bool read = !zero_first && error == std::errc() && end == text.data() + text.size();
  return read ? std::optional(n) : std::nullopt;
}

std::optional<bool> yaml_boolean(const YamlFile& file, const YamlNode& node, std::string_view what, Diagnostics& out) {
  const std::string* text = scalar(file, node, what, "true or false", out);
  if (!text) return std::nullopt;
  if (!node.quoted && (*text == "true" || *text == "false")) return *text == "true";
  std::string lower = text->substr(0, 6);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  const bool yes = lower == "true" || lower == "yes" || lower == "y" || lower == "on" || lower == "1";
  const bool no = lower == "false" || lower == "no" || lower == "n" || lower == "off" || lower == "0";
  yaml_error(file, node, "wrong-type",
             std::string(what) + " must be true or false, not " + (node.quoted ? "the quoted text " : "") +
                 in_quotes(*text) +
                 (yes  ? " (write true)"
                  : no ? " (write false)"
                       : ""),
             out);
  return std::nullopt;
}

std::vector<const YamlNode*> yaml_list(const YamlFile& file, const YamlNode& node, std::string_view what,
                                       Diagnostics& out) {
  std::vector<const YamlNode*> list;
  if (node.kind == Kind::scalar) {
    list.push_back(&node);
  } else if (node.kind != Kind::sequence) {
    scalar(file, node, what, "a list such as [a, b]", out);
  }
  for (const YamlNode& item : node.items) {
    if (scalar(file, item, "an item of " + std::string(what), "text or a number", out)) list.push_back(&item);
  }
  return list;
}

YamlMap::YamlMap(const YamlFile& file, const YamlNode& node, std::string what, Diagnostics& out)
    : file_(file), node_(node), what_(std::move(what)), out_(out) {
  if (node.kind == Kind::map) {
    map_ = &node;
    return;
  }
  // 'size:9' is one text for YAML.
  const bool no_space = node.kind == Kind::scalar && !node.quoted && node.text.find(':') != std::string::npos;
  yaml_error(file, node, "wrong-type",
             what_ + " is written as 'key: value' lines, not " + instead(node) +
                 (no_space ? " (is a space missing after the ':'?)" : ""),
             out);
}

const YamlNode* YamlMap::optional(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  return map_ ? map_->find(key) : nullptr;
}

const YamlNode* YamlMap::required(std::string_view key) {
  const YamlNode* node = optional(key);
  if (map_ && !node) {
    const std::string name(key);
    yaml_error(file_, node_, "missing-key", what_ + " needs the key " + in_quotes(key) + "; add '" + name + ": ...'",
               out_);
  }
  return node;
}

std::optional<std::string> YamlMap::text(std::string_view key, bool must) {
  const YamlNode* node = must ? required(key) : optional(key);
  return node ? yaml_text(file_, *node, in_quotes(key), out_) : std::nullopt;
}

std::optional<long> YamlMap::integer(std::string_view key, long least, long most, bool must) {
  const YamlNode* node = must ? required(key) : optional(key);
  return node ? yaml_integer(file_, *node, in_quotes(key), least, most, out_) : std::nullopt;
}

std::optional<bool> YamlMap::boolean(std::string_view key, bool must) {
  const YamlNode* node = must ? required(key) : optional(key);
  return node ? yaml_boolean(file_, *node, in_quotes(key), out_) : std::nullopt;
}

void YamlMap::finish() {
  if (!map_) return;
  std::string keys;
  for (const std::string& key : known_) keys += (keys.empty() ? "" : ", ") + key;
  std::size_t unknown = 0;
  for (const auto& [key, value] : map_->fields) {
    if (std::find(known_.begin(), known_.end(), key.text) != known_.end()) continue;
    const bool named = ++unknown <= Diagnostics::kMostNamed;
    std::string hint = named ? did_you_mean(key.text, known_) : "";
    if (const auto place = hints_.find(key.text); place != hints_.end()) hint = "; " + place->second;
    if (hint.empty()) hint = keys.empty() ? "; remove it" : "; its keys are " + keys;
    yaml_error(file_, key, "unknown-key", what_ + " has no key " + in_quotes(key.text) + hint, out_);
  }
}

std::optional<std::string> read_text_file(const std::string& path, Diagnostics& out, std::size_t limit) {
  if (path.empty() || path.find('\0') != std::string::npos) {
    out.error(path, 0, 0, "no-file", "a file's name cannot be empty or hold a NUL; check its name");
    return std::nullopt;
  }
  const Descriptor file(path);
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) {
    report_unopened(path, errno, out);
    return std::nullopt;
  }
  if (!S_ISREG(status.st_mode)) {
    const bool folder = S_ISDIR(status.st_mode);
    out.error(
        path, 0, 0, "not-a-file",
        folder ? "this is a folder; name a file in it" : "this is a device, a pipe or a socket; name an ordinary file");
    return std::nullopt;
  }
  // The size of a file may be wrong (proc files say 0), so what is read is counted too.
  std::string text;
  bool large = status.st_size > 0 && static_cast<std::uintmax_t>(status.st_size) > limit;
  char buffer[1 << 14];
  while (!large) {
    const ssize_t got = ::read(file.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      out.error(path, 0, 0, "unreadable",
                std::string("the file cannot be read: ") + std::strerror(errno) + "; check the disk");
      return std::nullopt;
    }
    if (got == 0) return text;
    text.append(buffer, static_cast<std::size_t>(got));
    large = text.size() > limit;
  }
  out.error(path, 0, 0, "too-large",
            "the file has more than the " + std::to_string(limit) + " bytes that are read; is it the right one?");
  return std::nullopt;
}

}  // namespace gofuda
