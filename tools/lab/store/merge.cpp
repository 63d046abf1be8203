#include "tools/lab/store/merge.hpp"

#include <algorithm>

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
