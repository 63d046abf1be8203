// What every command is told, and what it says of the rules and of wrong words.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scripting/dispute.hpp"
#include "scripting/library.hpp"

namespace gofuda::tools {

struct Options {
  std::vector<std::string> rules;  // --rules DIR, in the order given
  bool json = false;
  std::string colour = "auto";  // auto, always, never
  bool verbose = false, no_project = false;
  std::string project;  // the folder that the rules were found in without --rules, if any
  // Where no file may be opened: all that there is of the library.
  std::shared_ptr<const LibraryTexts> texts = {};
};

// The library of --rules and the installed one; nothing where something is wrong with the folders. Files whose names
// no library can use are left out of it, with a warning.
std::optional<Library> open_library(const Options& options, Diagnostics& out);
// The same for a command: where the library is opened, its warnings go to standard error at once.
std::optional<Library> open_and_tell(const Options& options, Diagnostics& out);
// The same as open_library where files of the folders are wrong in other ways: without these, and each is an error.
std::optional<Library> open_what_is_named(const Options& options, Diagnostics& out);
// Diagnostics to standard error as text, or to standard output as JSON. Whether there was an error.
bool report(const Options& options, Diagnostics& diagnostics);
// Where a setting of the command line is said, in place of a file's name.
inline constexpr std::string_view kSetPlace = "--set ";
inline std::string set_place(const std::string& setting) { return std::string(kSetPlace) + setting; }
Settings parse_settings(const std::vector<std::string>& texts, Diagnostics& out);  // key=value
// What to say where the library has no variant of that name; "" where it has.
std::string no_such_variant(const Library& library, const std::string& name);
bool use_colour(const Options& options, int fd);
// The exit code after a diagnostic: 2 where a setting of the command line is wrong, 1 where a file is.
int exit_code(const Diagnostics& diagnostics);
int usage_error(const std::string& message);  // as say_error, and gives 2

}  // namespace gofuda::tools
