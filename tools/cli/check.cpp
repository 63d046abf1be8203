#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "scripting/sgf_file.hpp"
#include "tools/cli/actions.hpp"

namespace gofuda::tools {

namespace fs = std::filesystem;

namespace {

void check_dispute(Library& library, const std::string& path, Diagnostics& out) {
  if (auto d = read_dispute(path, out))
    for (const DisputeCase& c : d->cases) open_dispute(library, *d, c.settings, out);
}

// A dispute is known by its first key, a record by its name; everything else is the library's.
void check_file(Library& library, const std::string& path, Diagnostics& out) {
  if (has_sgf_name(path)) return check_dispute(library, path, out);
  Diagnostics peek;
  auto text = fs::path(path).extension() == ".yaml" ? read_text_file(path, peek) : std::nullopt;
  auto yaml = text ? parse_yaml(Library::display(path), *text, peek) : std::nullopt;
  if (yaml && (yaml->root.find("dispute") || yaml->root.find("play"))) return check_dispute(library, path, out);
  library.check_file(path, out);
}

int check_once(const Options& options, const Check& args) {
  Diagnostics out;
  auto library = open_library(options, out);
  int files = 0;
  std::string kinds;  // "102 cards, 5 wins"
  if (library) {
    if (args.paths.empty())
      for (const auto& [kind, n] : library->check_all(out)) {
        files += n;
        kinds += (kinds.empty() ? "" : ", ") + std::to_string(n) + " " + std::string(file_kind_name(kind)) +
                 (n == 1 ? "" : "s");
      }
    for (const std::string& p : args.paths) {
      std::error_code ec;
      if (!fs::is_directory(p, ec)) {
        check_file(*library, p, out), ++files;
        continue;
      }
      for (fs::recursive_directory_iterator it(p, fs::directory_options::skip_permission_denied, ec), end;
           !ec && it != end; it.increment(ec))
        if (it->path().extension() == ".yaml" || it->path().extension() == ".lua")
          check_file(*library, it->path().string(), out), ++files;
    }
  }
  bool bad = report(options, out);
  if (!options.json)
    std::fprintf(stderr, "%d file%s read%s, %zu problem%s\n", files, files == 1 ? "" : "s",
                 kinds.empty() ? "" : (" (" + kinds + ")").c_str(), out.size(), out.size() == 1 ? "" : "s");
  return bad ? 1 : 0;
}

// The newest change in the folders, as a number that differs when anything was saved.
std::uint64_t stamp(const std::vector<std::string>& folders) {
  std::uint64_t s = 0;
  for (const std::string& folder : folders) {
    std::error_code ec;
    auto add = [&](const fs::path& p) {
      auto t = fs::last_write_time(p, ec).time_since_epoch().count();
      s = s * 1099511628211ull ^ static_cast<std::uint64_t>(t) ^ fs::hash_value(p);
    };
    if (!fs::is_directory(folder, ec))
      add(folder);
    else
      for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, ec), end;
           !ec && it != end; it.increment(ec))
        if (it->path().extension() == ".yaml" || it->path().extension() == ".lua") add(it->path());
  }
  return s;
}

}  // namespace

int check(const Options& options, const Check& args) {
  int code = check_once(options, args);
  if (!args.watch) return code;
  std::vector<std::string> watched = args.paths.empty() ? options.rules : args.paths;
  if (watched.empty()) watched.push_back(Library::installed_folder());
  for (std::uint64_t before = stamp(watched);;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    std::uint64_t now = stamp(watched);
    if (now == before) continue;
    before = now;
    std::fprintf(stderr, "---\n");
    check_once(options, args);
  }
}

}  // namespace gofuda::tools
