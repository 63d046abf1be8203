#include "tools/lab/store/merge.hpp"

#include <algorithm>

namespace gofuda::lab {

namespace {

constexpr std::uint64_t kPageSize = 4096;

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

// A game's rows belong to a cell and a game that there are.
void check_games(Database& db, const Part& part, const Stored& all) {
  const auto cells = static_cast<std::int64_t>(all.cells.size());
  const auto games = static_cast<std::int64_t>(all.head.games());
  for (const char* sql :
       {"SELECT count(*) FROM part.games WHERE typeof(game) <> 'integer' OR cell >= ? OR game >= ?",
        "SELECT count(*) FROM part.game_cards WHERE typeof(game) <> 'integer' OR cell >= ? OR game >= ?",
        "SELECT count(*) FROM part.faults WHERE typeof(game) <> 'integer' OR cell >= ? OR game >= ?",
        "SELECT count(*) FROM part.baselines WHERE typeof(game) <> 'integer' OR cell >= ? OR game >= ?"}) {
    Statement& s = db.statement(sql, cells, games);
    if (s.status() && s.number(0) > 0)
      throw StoreError(1, part.path + " is damaged: it has rows of games that there are none of");
    s.reset();
  }
}

void copy_games(Database& db, const Part& part, const Stored& all) {
  const std::uint64_t bytes = bytes_of(part.path);
  db.unbound();
  db.attach(part.path);
  db.bound(4 * bytes);  // read twice, and written
  // Damage can lead to the same long text again and again: no more is written than there is.
  const std::int64_t pages = db.number("PRAGMA page_count") + static_cast<std::int64_t>(2 * bytes / kPageSize) + 1000;
  db.run(("PRAGMA max_page_count = " + std::to_string(pages)).c_str());
  check_games(db, part, all);
  db.run(
      "BEGIN; INSERT INTO games SELECT * FROM part.games; INSERT INTO game_cards SELECT * FROM part.game_cards;"
      "INSERT INTO faults SELECT * FROM part.faults; INSERT INTO baselines SELECT * FROM part.baselines; COMMIT");
  db.run("PRAGMA max_page_count = 4294967294");
  db.detach();
}

// What is added up stays a number.
void check_sums(const Part& part, std::size_t parts) {
  const std::int64_t most = INT64_MAX / static_cast<std::int64_t>(parts);
  for (const CellState& c : part.stored.cells) {
    bool fits = true;
    auto look = [&](const auto&, std::int64_t n) { fits &= n <= most && n >= -most; };
    for_each_sum(c.tally, look);
    for (const CardTally& card : c.tally.cards) for_each_card_sum(card, look);
    if (!fits) throw StoreError(1, part.path + " is damaged: its sums are too large to be added to");
  }
}

}  // namespace

Stored united(const std::vector<Part>& parts) {
  for (const Part& p : parts) {
    if (p.stored.head.kind == "compare") throw StoreError(2, p.path + " holds a comparison, which has no parts");
    check_sums(p, parts.size());
  }
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
  try {
    Database db(file.path(), true);
    db.run("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");  // made anew when it fails
    create_store(db, all.head, all.shards);
    db.run("COMMIT");
    for (const Part& p : parts) copy_games(db, p, all);
    db.unbound();
    db.run("BEGIN");
    db.statement(
          "DELETE FROM faults WHERE (cell, game) IN (SELECT cell, game FROM (SELECT cell, game, "
          "row_number() OVER (PARTITION BY cell ORDER BY game) AS n FROM faults) WHERE n > ?)",
          std::int64_t{kMostReproductions})
        .run();
    for (std::size_t c = 0; c < all.cells.size(); ++c) save_state(db, c, all.cells[c]);
    db.run("COMMIT");
  } catch (...) {
    file.clear();  // and so it does not stay
    throw;
  }
  file.done();
}

}  // namespace gofuda::lab
