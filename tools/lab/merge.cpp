#include "tools/lab/merge.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "tools/commands.hpp"
#include "tools/lab/campaign.hpp"
#include "tools/lab/gaps.hpp"
#include "tools/scene.hpp"

namespace gofuda::lab {

namespace {

void check_same(const Part& a, const Part& b) {
  std::string why =
      mismatch(a.stored.head, b.stored.head, b.path + " holds games of another batch than " + a.path + ":");
  if (why.empty() && a.stored.head.games() != b.stored.head.games())
    why = b.path + " is a part of " + std::to_string(b.stored.head.games()) + " games, " + a.path + " of " +
          std::to_string(a.stored.head.games());
  if (!why.empty()) throw StoreError(2, why);
}

void check_apart(const Part& a, const Part& b) {
  const std::string both = a.path + " and " + b.path + " both hold ";
  for (const Shard& s : a.stored.shards)
    if (std::find(b.stored.shards.begin(), b.stored.shards.end(), s) != b.stored.shards.end())
      throw StoreError(2, both + "shard " + s.text());
  for (std::size_t c = 0; c < a.stored.cells.size(); ++c) {
    const Ranges common = a.stored.cells[c].games.common(b.stored.cells[c].games);
    if (!common.empty())
      throw StoreError(
          2, both + common.text() + (a.stored.cells.size() > 1 ? " of cell " + a.stored.head.cells[c].id : ""));
  }
}

}  // namespace

Stored united(const std::vector<Part>& parts) {
  for (const Part& p : parts)
    if (p.stored.head.kind == "compare") throw StoreError(2, p.path + " holds a comparison, which has no parts");
  Stored all = parts.at(0).stored;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const Stored& more = parts[i].stored;
    check_same(parts[0], parts[i]);
    for (std::size_t j = 0; j < i; ++j) check_apart(parts[j], parts[i]);
    all.shards.insert(all.shards.end(), more.shards.begin(), more.shards.end());
    all.head.command = std::min(all.head.command, more.head.command);  // folders of rules may differ in name
    for (std::size_t c = 0; c < all.cells.size(); ++c) {
      CellState& state = all.cells[c];
      state.tally.add(more.cells[c].tally);
      state.pairs.add(more.cells[c].pairs);
      for (const Range& r : more.cells[c].games.list()) state.games.add(r);
    }
  }
  std::sort(all.shards.begin(), all.shards.end());
  return all;
}

void write_merged(const std::string& path, const Stored& all, std::vector<Part> parts) {
  // In the order of the games, which makes the tables grow at their ends.
  auto first = [](const Part& p) {
    const auto& games = p.stored.cells[0].games.list();
    return games.empty() ? 0 : games[0].first;
  };
  std::sort(parts.begin(), parts.end(), [&](const Part& a, const Part& b) { return first(a) < first(b); });
  StoreFile file(path, ".merge");
  file.clear();
  {
    Database db(file.path(), true);
    db.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");  // made anew when it fails
    create_store(db, all.head, all.shards);
    for (const Part& p : parts) {
      db.statement("ATTACH ? AS part", p.path).run();
      db.run(
          "BEGIN; INSERT INTO games SELECT * FROM part.games; INSERT INTO game_cards SELECT * FROM part.game_cards;"
          "INSERT INTO faults SELECT * FROM part.faults; INSERT INTO baselines SELECT * FROM part.baselines; COMMIT");
      db.run("DETACH part");
    }
    db.run("BEGIN");
    db.statement(
          "DELETE FROM faults WHERE (cell, game) IN (SELECT cell, game FROM (SELECT cell, game, "
          "row_number() OVER (PARTITION BY cell ORDER BY game) AS n FROM faults) WHERE n > ?)",
          std::int64_t{kMostReproductions})
        .run();
    for (std::size_t c = 0; c < all.cells.size(); ++c) save_state(db, c, all.cells[c]);
    db.run("COMMIT");
  }
  file.done();
}

}  // namespace gofuda::lab

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
