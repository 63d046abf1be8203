#include "tools/print/output_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "core/hash.hpp"
#include "scripting/file.hpp"
#include "scripting/sgf_file.hpp"

namespace gofuda::tools {

namespace {

struct Kind {
  const char* name;
  bool (*begins)(std::string_view start);
};

constexpr std::string_view kMark = "\xef\xbb\xbf";  // with which some programs begin a file in UTF-8

std::string_view without_mark(std::string_view s) {
  if (s.starts_with(kMark)) s.remove_prefix(kMark.size());
  return s;
}

std::string_view unquoted(std::string_view s) {
  const bool quoted = s.size() > 1 && (s[0] == '"' || s[0] == '\'') && s.find(s[0], 1) != std::string_view::npos;
  return quoted ? s.substr(1, s.find(s[0], 1) - 1) : s.substr(0, s.find(':'));
}

// Where the name does not say so, nothing comes before the bracket: "for (;;)" stands in other files.
bool begins_as_record(std::string_view s) {
  s = without_mark(s);
  const std::size_t open = s.find_first_not_of(" \t\r\n");
  const std::size_t node =
      open == std::string_view::npos || s[open] != '(' ? s.npos : s.find_first_not_of(" \t\r\n", open + 1);
  return node != std::string_view::npos && s[node] == ';';
}

// In the order of Content.
constexpr std::array<Kind, 7> kKinds{{
    {"saved game", is_saved_game},
    {"record", begins_as_record},
    {"page", [](std::string_view s) { return s.starts_with("<!DOCTYPE html>"); }},
    {"svg", [](std::string_view s) { return s.find("<svg") != std::string_view::npos; }},
    {"pdf", [](std::string_view s) { return s.starts_with("%PDF-"); }},
    {"png", [](std::string_view s) { return s.starts_with("\x89PNG\r\n"); }},
    {"proof", [](std::string_view s) { return s.starts_with("gofuda-proof"); }},
}};

constexpr std::size_t kStart = 1 << 16;  // tells what a file is,
constexpr std::size_t kGame = 1 << 24;   // but a long game's `expect` comes last

std::string beginning(const std::string& path, std::size_t most) {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(path, none);
  std::string start(none ? 0 : std::min<std::uintmax_t>(size, most), '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  return start;
}

std::string cannot_write(const std::string& path) {
  struct stat there {};
  const bool is_there = ::stat(path.c_str(), &there) == 0;
  if (is_there && S_ISDIR(there.st_mode)) return "cannot write " + path + ": it is a folder";
  if (is_there && !S_ISREG(there.st_mode)) return "";  // written as it is
  std::error_code none;
  const std::filesystem::path end = std::filesystem::weakly_canonical(path, none);
  const std::filesystem::path folder = none || !end.has_parent_path() ? "." : end.parent_path();
  if (::access(folder.c_str(), W_OK | X_OK) == 0) return "";
  return "cannot write " + path + ": " + std::strerror(errno);
}

}  // namespace

// A map, as far as one sees, with that key: no prose that happens to have such a line. What begins with a brace, this
// program has not written.
bool is_saved_game(std::string_view s) {
  constexpr std::string_view kOfDisputes[] = {"expect", "otherwise", "rulings", "ruling", "reason", "source"};
  bool found = false;
  s = without_mark(s);
  while (!s.empty()) {
    const std::string_view line = s.substr(0, s.find('\n'));
    s.remove_prefix(std::min(s.size(), line.size() + 1));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || line[first] == '#' || line.starts_with("---")) continue;
    if (first > 0 || line[0] == '-') continue;  // of the key before
    if (line[0] == '{' || (!found && line.find(':') == std::string_view::npos)) return false;
    std::string_view key = unquoted(line);
    found |= key == "dispute";
    key = key.substr(0, key.find_last_not_of(" \t\r") + 1);
    if (std::find(std::begin(kOfDisputes), std::end(kOfDisputes), key) != std::end(kOfDisputes)) return false;
  }
  return found;
}

std::string other_kind(const std::string& path, Content content) {
  struct stat there {};
  if (::stat(path.c_str(), &there) != 0 || !S_ISREG(there.st_mode) || there.st_size == 0) return "";
  if (is_standard_output(path)) return "";
  if (content == Content::record && has_sgf_name(path)) return "";
  const Kind& kind = kKinds[static_cast<std::size_t>(content)];
  return kind.begins(beginning(path, content == Content::game ? kGame : kStart))
             ? ""
             : path + " is there already and is no " + kind.name;
}

std::string in_the_way(const std::string& path, Content content) {
  if (path.empty()) return "";
  if (const std::string why = other_kind(path, content); !why.empty()) return why + "; name another file";
  return cannot_write(path);
}

std::string write_content(const std::string& path, const std::string& text, Content content) {
  if (std::string why = in_the_way(path, content); !why.empty()) return why;
  return write_file(path, text);
}

std::string content_mark(std::string_view text) {
  Hash h;
  h.add(text.size());
  for (const char c : text) h.add(static_cast<unsigned char>(c));
  char out[17];
  std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(h.value()));
  return out;
}

namespace {

std::string made_line(std::string_view text) {
  return "# written by gofuda (" + content_mark(text) + "); once it is changed, it is not replaced\n";
}

}  // namespace

std::string in_the_way_of_made(const std::string& path) {
  struct stat there {};
  if (::stat(path.c_str(), &there) != 0 || !S_ISREG(there.st_mode) || there.st_size == 0 || is_standard_output(path))
    return cannot_write(path);
  const std::string text = beginning(path, kGame);
  const std::size_t first = std::min(text.find('\n'), text.size() - 1) + 1;
  if (text.substr(0, first) == made_line(std::string_view(text).substr(first))) return cannot_write(path);
  return path + " is there already and is not as gofuda has written it; name another file";
}

std::string write_made(const std::string& path, const std::string& text) {
  if (std::string why = in_the_way_of_made(path); !why.empty()) return why;
  return write_file(path, made_line(text) + text);
}

std::string write_or_keep(const std::string& path, const std::string& text, Content content) {
  std::string why = write_content(path, text, content);
  if (why.empty()) return "";
  namespace fs = std::filesystem;
  std::error_code none;
  const char* home = std::getenv("HOME");
  for (const fs::path& folder : {fs::temp_directory_path(none), fs::path("/tmp"), fs::path("/var/tmp"),
                                 fs::path(home ? home : ""), fs::current_path(none)}) {
    if (folder.empty()) continue;
    std::string kept = (folder / "gofuda-XXXXXX").string();
    const int fd = ::mkstemp(kept.data());
    if (fd < 0) continue;
    ::close(fd);
    if (write_file(kept, text).empty()) return why + "; it is kept in " + kept;
    ::unlink(kept.c_str());
  }
  return why;
}

}  // namespace gofuda::tools
