#include "tools/lab/store/merge.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/plans/commands.hpp"
#include "tools/lab/plans/part_names.hpp"
#include "tools/lab/plans/tune_file.hpp"
#include "tools/lab/plans/tune_share.hpp"
#include "tools/lab/store/gaps.hpp"
#include "tools/print/result.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

void say_merged(const Options& options, const Merge& args, const lab::Stored& all, const NameOfPart& name) {
  const std::vector<std::string> missing = lab::missing_lines(all, name);
  if (options.json) {
    nlohmann::json j{{"out", args.out}, {"games", all.games()}, {"of", all.head.all_games()}};
    j["missing"] = nlohmann::json::array();
    for (const lab::Shard& s : lab::missing_shards(all)) j["missing"].push_back(s.text());
    std::printf("%s\n", json_text(j).c_str());
  } else {
    std::printf("%s: %llu of %s\n", printable(args.out).c_str(), static_cast<unsigned long long>(all.games()),
                counted(static_cast<std::int64_t>(all.head.all_games()), "game").c_str());
    for (const std::string& line : missing) std::printf("missing: %s\n", line.c_str());
  }
}

// A name that begins with @ is of a file with a name on each line. Nothing after a message was printed.
bool add_parts(const std::string& name, std::vector<std::string>& to) {
  if (!name.starts_with("@")) return to.push_back(name), true;
  const std::string path = name.substr(1);
  if (path.empty())
    return usage_error("@ is followed by the name of a file: @LIST, with the name of a part on each line"), false;
  constexpr std::size_t kLongestName = 4096, kMostNames = 1'000'000;
  std::ifstream in(path);
  if (!in) return say_error(path + ": it cannot be read"), false;
  const std::size_t before = to.size();
  std::size_t n = 1;
  std::array<char, kLongestName + 1> name_of{};
  for (; n <= kMostNames && in.getline(name_of.data(), name_of.size()); ++n) {
    std::string line(name_of.data(), static_cast<std::size_t>(in.gcount()) - (in.eof() ? 0 : 1));
    if (line.find('\0') != std::string::npos) {
      std::fprintf(stderr, "%s:%zu:1: error[part]: there is a NUL byte; is it the right file?\n",
                   printable(path).c_str(), n);
      return false;
    }
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) line.pop_back();
    if (line.empty()) continue;
    if (line.starts_with("@")) {
      std::fprintf(stderr, "%s:%zu:1: error[part]: %s: a list names parts, not lists; name this one for merge itself\n",
                   printable(path).c_str(), n, printable(line).c_str());
      return false;
    }
    struct stat about {};
    const bool there = ::stat(line.c_str(), &about) == 0;
    if (!there || !S_ISREG(about.st_mode)) {
      const std::string why = there ? "it is no file" : std::strerror(errno);
      std::fprintf(stderr, "%s:%zu:1: error[part]: %s: %s; a line is the name of a part, as seen from this folder\n",
                   printable(path).c_str(), n, printable(line).c_str(), why.c_str());
      return false;
    }
    to.push_back(line);
  }
  if (in.bad()) return say_error(path + ": it cannot be read"), false;
  const bool too_long = in.fail() && !in.eof();
  if (too_long || (n > kMostNames && in.peek() != std::ifstream::traits_type::eof())) {
    std::fprintf(stderr,
                 "%s:%zu:1: error[too-many]: a list has at most %zu lines of %zu bytes; is it the right file?\n",
                 printable(path).c_str(), n, kMostNames, kLongestName);
    return false;
  }
  if (to.size() > before) return true;
  std::fprintf(stderr, "%s:%zu:1: error[part]: no part is named; a line is the name of one\n", printable(path).c_str(),
               n);
  return false;
}

}  // namespace

int merge(const Options& options, const Merge& args) {
  std::vector<std::string> paths;
  for (const std::string& name : args.parts)
    if (!add_parts(name, paths)) return 2;
  if (std::any_of(paths.begin(), paths.end(), lab::is_tune_part)) return merge_race(options, args, paths);
  std::optional<lab::StoreFile> replaced;  // nobody else writes it from before it is read
  try {
    if (::access(args.out.c_str(), F_OK) == 0) {
      if (std::find(paths.begin(), paths.end(), args.out) == paths.end())
        throw lab::StoreError(2, "it is there already; remove it, or name it among the parts too");
      replaced.emplace(args.out, "");
    }
  } catch (const lab::StoreError& e) { return lab::store_error(args.out, e); }
  lab::Union parts(paths.size());
  NameOfPart name;
  for (const std::string& path : paths) {
    std::optional<lab::Stored> part;
    try {
      part = lab::read_store(path);
    } catch (const lab::StoreError& e) { return lab::store_error(path, e); }
    try {
      parts.add(path, *part);
      if (!name && part->shards.size() == 1) name = named_like(path, part->shards[0]);
    } catch (const lab::StoreError& e) { return lab::store_error(args.out, e); }
  }
  try {
    const lab::Stored all = parts.all();
    if (!all.whole() && !args.partial) {
      std::fprintf(stderr, "error: %s is not written: %llu of %s missing (--partial does without)\n",
                   printable(args.out).c_str(), static_cast<unsigned long long>(all.head.all_games() - all.games()),
                   (counted(static_cast<std::int64_t>(all.head.all_games()), "game") +
                    (all.head.all_games() == 1 ? " is" : " are"))
                       .c_str());
      for (const std::string& line : lab::missing_lines(all, name))
        std::fprintf(stderr, "  %s\n", printable(line).c_str());
      return 1;
    }
    parts.write(args.out, !args.sums);
    say_merged(options, args, all, name);
  } catch (const lab::StoreError& e) { return lab::store_error(args.out, e); }
  return 0;
}

}  // namespace gofuda::tools
