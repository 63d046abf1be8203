#include "tools/lab/store/merge.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/plans/commands.hpp"
#include "tools/lab/store/gaps.hpp"
#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace {

void say_merged(const Options& options, const Merge& args, const lab::Stored& all) {
  const std::vector<std::string> missing = lab::missing_lines(all);
  if (options.json) {
    nlohmann::json j{{"out", args.out}, {"games", all.games()}, {"of", all.head.all_games()}};
    j["missing"] = nlohmann::json::array();
    for (const lab::Shard& s : lab::missing_shards(all)) j["missing"].push_back(s.text());
    std::printf("%s\n", json_text(j).c_str());
  } else {
    std::printf("%s: %llu of %llu games\n", args.out.c_str(), static_cast<unsigned long long>(all.games()),
                static_cast<unsigned long long>(all.head.all_games()));
    for (const std::string& line : missing) std::printf("missing: %s\n", line.c_str());
  }
}

}  // namespace

int merge(const Options& options, const Merge& args) {
  std::vector<lab::Part> parts;
  for (const std::string& path : args.parts) {
    try {
      parts.push_back({path, lab::read_store(path)});
    } catch (const lab::StoreError& e) { return lab::store_error(path, e); }
  }
  try {
    const bool there = ::access(args.out.c_str(), F_OK) == 0;
    if (there && std::find(args.parts.begin(), args.parts.end(), args.out) == args.parts.end())
      throw lab::StoreError(2, "it is there already; remove it, or name it among the parts too");
    const lab::Stored all = lab::united(parts);
    if (!all.whole() && !args.partial) {
      std::fprintf(stderr, "error: %s is not written: %llu of %llu games are missing (--partial does without)\n",
                   args.out.c_str(), static_cast<unsigned long long>(all.head.all_games() - all.games()),
                   static_cast<unsigned long long>(all.head.all_games()));
      for (const std::string& line : lab::missing_lines(all)) std::fprintf(stderr, "  %s\n", line.c_str());
      return 1;
    }
    lab::write_merged(args.out, all, parts);
    say_merged(options, args, all);
  } catch (const lab::StoreError& e) { return lab::store_error(args.out, e); }
  return 0;
}

}  // namespace gofuda::tools
