#include "tools/print/options.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tools/print/terminal.hpp"

namespace gofuda::tools {

std::optional<Library> open_what_is_named(const Options& options, Diagnostics& out) {
  if (options.texts) {
    for (const Diagnostic& d : options.texts->wrong) out.add(d);
    return std::make_optional<Library>(*options.texts);
  }
  std::vector<std::string> folders = options.rules;
  folders.push_back(Library::installed_folder());
  Library library(folders, out);
  const auto& said = out.list();
  if (std::any_of(said.begin(), said.end(), [](const Diagnostic& d) { return d.code == "no-folder"; }))
    return std::nullopt;
  return library;
}

std::optional<Library> open_library(const Options& options, Diagnostics& out) {
  Diagnostics wrong;
  auto library = open_what_is_named(options, wrong);
  for (Diagnostic d : wrong.list()) {
    if (d.code == "name" || d.code == "ending") d.severity = Severity::warning;  // nothing can lead to such a file
    out.add(d);
  }
  return out.has_errors() ? std::nullopt : std::move(library);
}

std::optional<Library> open_and_tell(const Options& options, Diagnostics& out) {
  Diagnostics found;
  auto library = open_library(options, found);
  found.sort();
  for (const Diagnostic& d : found.list())
    if (library && d.severity == Severity::warning)
      std::fprintf(stderr, "%s\n", to_text(d).c_str());
    else
      out.add(d);
  return library;
}

bool report(const Options& options, Diagnostics& diagnostics) {
  diagnostics.sort();
  if (options.json) {
    std::printf("%s\n", to_json(diagnostics.list()).c_str());
  } else {
    for (const Diagnostic& d : diagnostics.list()) std::fprintf(stderr, "%s\n", to_text(d).c_str());
  }
  return diagnostics.has_errors();
}

Settings parse_settings(const std::vector<std::string>& texts, Diagnostics& out) {
  Settings settings;
  for (const std::string& t : texts) {
    const std::size_t eq = t.find('=');
    const std::string key = t.substr(0, eq);
    if (eq == std::string::npos || eq == 0)
      out.error(set_place(t), 0, 0, "setting", "a setting is written key=value, such as rules.komi=5.5");
    else if (std::any_of(settings.begin(), settings.end(), [&](const auto& s) { return s.first == key; }))
      out.error(set_place(t), 0, 0, "setting", in_quotes(key) + " is said twice; a rule has one value: leave one out");
    else
      put_setting(settings, key, t.substr(eq + 1));
  }
  return settings;
}

int exit_code(const Diagnostics& diagnostics) {
  const auto& all = diagnostics.list();
  return std::any_of(all.begin(), all.end(), [](const Diagnostic& d) { return d.file.starts_with(kSetPlace); }) ? 2 : 1;
}

std::string no_such_variant(const Library& library, const std::string& name) {
  if (library.path(FileKind::variant, name)) return "";
  return "there is no variant " + in_quotes(name) + did_you_mean(name, library.names(FileKind::variant));
}

bool use_colour(const Options& options, int fd) {
  if (options.colour == "always") return true;
  if (options.colour == "never") return false;
  const char* no = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return isatty(fd) && !(no && *no) && !(term && std::string(term) == "dumb");
}

int usage_error(const std::string& message) {
  say_error(message);
  return 2;
}

}  // namespace gofuda::tools
