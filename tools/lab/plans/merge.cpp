#include "tools/lab/store/merge.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "tools/cli/commands.hpp"
#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/store/gaps.hpp"
#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace {

struct Merge {
  std::string out;
  std::vector<std::string> parts;
  bool partial = false;
};

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

}  // namespace

void add_merge(CLI::App& app, Options& options) {
  auto args = std::make_shared<Merge>();
  CLI::App* c = app.add_subcommand("merge", "Put the shards of a batch or a sweep together");
  c->add_option("out", args->out, "The file to write; it is there only when it is whole")->required()->type_name("OUT");
  c->add_option("parts", args->parts, "Files of simulate --shard or sweep --shard, or of merge")
      ->required()
      ->type_name("IN...");
  c->add_flag("--partial", args->partial, "Write it even when shards are missing; they can be put to it later");
  c->footer(
      "In whatever order and in however many steps the parts are put together, the report is that of one run. Parts "
      "of\n"
      "different rules, players or seeds are refused, as are games that are there twice.\n\nExamples:\n"
      "  gofuda merge all.sqlite part-*-of-8.sqlite\n"
      "  gofuda merge --partial some.sqlite part-1-of-8.sqlite part-5-of-8.sqlite\n"
      "  gofuda merge some.sqlite some.sqlite part-2-of-8.sqlite --partial\n\n"
      "Exit code: 0; 1 when parts are missing or a file cannot be read or written; 2 for wrong usage or parts that do\n"
      "not belong together.");
  c->callback([&options, args] { options.run = [&options, args] { return merge(options, *args); }; });
}

}  // namespace gofuda::tools
