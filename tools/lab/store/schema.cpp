#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

namespace {

constexpr const char* kSchema = R"(
CREATE TABLE provenance (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE notes (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE shards (shard INTEGER, shards INTEGER, PRIMARY KEY (shards, shard)) WITHOUT ROWID;
CREATE TABLE cells (cell INTEGER PRIMARY KEY, id TEXT NOT NULL, line INTEGER NOT NULL, base INTEGER,
  variant TEXT NOT NULL, title TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL, seed INTEGER NOT NULL,
  deal_seed INTEGER, games INTEGER NOT NULL, max_turns INTEGER NOT NULL, keep TEXT NOT NULL, komi INTEGER NOT NULL);
CREATE TABLE ranges (cell INTEGER, first INTEGER, last INTEGER NOT NULL, PRIMARY KEY (cell, first)) WITHOUT ROWID;
CREATE TABLE settings (cell INTEGER, position INTEGER, key TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (cell, position)) WITHOUT ROWID;
CREATE TABLE rule_files (cell INTEGER, position INTEGER, path TEXT NOT NULL, sha256 TEXT NOT NULL,
  PRIMARY KEY (cell, position)) WITHOUT ROWID;
CREATE TABLE cards (cell INTEGER, card INTEGER, id TEXT NOT NULL, name TEXT NOT NULL,
  PRIMARY KEY (cell, card)) WITHOUT ROWID;
CREATE TABLE conditions (cell INTEGER, condition INTEGER, id TEXT NOT NULL, name TEXT NOT NULL,
  PRIMARY KEY (cell, condition)) WITHOUT ROWID;
CREATE TABLE sums (cell INTEGER, name TEXT, value INTEGER NOT NULL, PRIMARY KEY (cell, name)) WITHOUT ROWID;
CREATE TABLE histograms (cell INTEGER, name TEXT, value INTEGER, games INTEGER NOT NULL,
  PRIMARY KEY (cell, name, value)) WITHOUT ROWID;
CREATE TABLE condition_sums (cell INTEGER, condition INTEGER, black INTEGER NOT NULL, white INTEGER NOT NULL,
  PRIMARY KEY (cell, condition)) WITHOUT ROWID;
CREATE TABLE card_sums (cell INTEGER, card INTEGER, name TEXT, value INTEGER NOT NULL,
  PRIMARY KEY (cell, card, name)) WITHOUT ROWID;
CREATE TABLE obstacles (cell INTEGER, card INTEGER, what TEXT, times INTEGER NOT NULL,
  PRIMARY KEY (cell, card, what)) WITHOUT ROWID;
CREATE TABLE fault_kinds (cell INTEGER, what TEXT, games INTEGER NOT NULL, first INTEGER NOT NULL,
  PRIMARY KEY (cell, what)) WITHOUT ROWID;
CREATE TABLE courses (cell INTEGER, course INTEGER, games INTEGER NOT NULL, PRIMARY KEY (cell, course)) WITHOUT ROWID;
CREATE TABLE pair_sums (cell INTEGER PRIMARY KEY, pairs INTEGER NOT NULL, apart INTEGER NOT NULL,
  half_wins INTEGER NOT NULL, base_half_wins INTEGER NOT NULL, other_courses INTEGER NOT NULL,
  differing INTEGER NOT NULL);
CREATE TABLE pair_histograms (cell INTEGER, name TEXT, value INTEGER, pairs INTEGER NOT NULL,
  PRIMARY KEY (cell, name, value)) WITHOUT ROWID;
CREATE TABLE baselines (cell INTEGER, game INTEGER, half_wins INTEGER, margin INTEGER, course INTEGER NOT NULL,
  PRIMARY KEY (cell, game)) WITHOUT ROWID;
CREATE TABLE forced_deals (cell INTEGER, card INTEGER, other INTEGER, apart INTEGER NOT NULL,
  changed INTEGER NOT NULL, PRIMARY KEY (cell, card, other)) WITHOUT ROWID;
CREATE TABLE forced_ranges (cell INTEGER, card INTEGER, other INTEGER, first INTEGER, last INTEGER NOT NULL,
  PRIMARY KEY (cell, card, other, first)) WITHOUT ROWID;
CREATE TABLE forced_histograms (cell INTEGER, card INTEGER, other INTEGER, name TEXT, value INTEGER,
  games INTEGER NOT NULL, PRIMARY KEY (cell, card, other, name, value)) WITHOUT ROWID;
CREATE TABLE faults (cell INTEGER, game INTEGER, what TEXT NOT NULL, reproduction TEXT NOT NULL,
  PRIMARY KEY (cell, game)) WITHOUT ROWID;
CREATE TABLE games (cell INTEGER, game INTEGER, first TEXT NOT NULL, outcome TEXT NOT NULL, ending TEXT NOT NULL,
  margin INTEGER, won_by INTEGER NOT NULL, turns INTEGER NOT NULL, moves INTEGER NOT NULL,
  black_captures INTEGER NOT NULL, white_captures INTEGER NOT NULL, nanoseconds INTEGER NOT NULL,
  PRIMARY KEY (cell, game)) WITHOUT ROWID;
CREATE TABLE game_cards (cell INTEGER, game INTEGER, card INTEGER, drawn_black INTEGER NOT NULL,
  drawn_white INTEGER NOT NULL, played_black INTEGER NOT NULL, played_white INTEGER NOT NULL,
  unplayable_black INTEGER NOT NULL, unplayable_white INTEGER NOT NULL, swings INTEGER NOT NULL,
  swing INTEGER NOT NULL, PRIMARY KEY (cell, game, card)) WITHOUT ROWID;
)";

// What SQLite says of the tables of a file.
std::string tables_of(Database& db) {
  std::string out;
  for (Statement& s = db.statement("SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name");
       s.status();)
    out += s.text(0) + " " + s.text(1) + "\n" + s.text(2) + "\n";
  return out;
}

}  // namespace

const char* store_schema() { return kSchema; }

void check_kind(Database& db) {
  const std::int64_t version = Stamp::version_in(db.number("PRAGMA user_version"));
  if (db.number("PRAGMA application_id") != kStoreApplication) throw StoreError(2, "it is not a store of games");
  const std::string versions = " version of the program (its schema is version " + std::to_string(version) +
                               "; this program knows " + std::to_string(kStoreVersion) + ")";
  if (version > kStoreVersion) throw StoreError(2, "it was written by a newer" + versions);
  if (version < kStoreVersion) throw StoreError(2, "it was written by an older" + versions + "; play the games again");
  Database ours(":memory:", true);
  ours.run(kSchema);
  if (tables_of(db) != tables_of(ours))
    throw StoreError(2,
                     "its tables are not those of a store of games; tables, views and triggers of your own belong in a "
                     "file beside it");
}

}  // namespace gofuda::lab
