#include "tools/lab/store/merge.hpp"

#include <algorithm>
#include <iterator>

#include "scripting/file.hpp"

namespace gofuda::lab {

namespace {

constexpr std::uint64_t kPageSize = 4096;

// A game's rows belong to a cell and a game that there are.
void check_games(Database& db, const std::string& path, const Stored& all) {
  const auto cells = static_cast<std::int64_t>(all.cells.size());
  const auto games = static_cast<std::int64_t>(all.head.games());
  for (const char* sql :
       {"SELECT count(*) FROM part.games WHERE typeof(game) <> 'integer' OR cell >= ? OR game >= ?",
        "SELECT count(*) FROM part.game_cards WHERE typeof(game) <> 'integer' OR cell >= ? OR game >= ?",
        "SELECT count(*) FROM part.faults WHERE typeof(game) <> 'integer' OR cell >= ? OR game >= ?",
        "SELECT count(*) FROM part.baselines WHERE typeof(game) <> 'integer' OR cell >= ? OR game >= ?"}) {
    Statement& s = db.statement(sql, cells, games);
    if (s.status() && s.number(0) > 0)
      throw StoreError(1, path + " is damaged: it has rows of games that there are none of");
    s.reset();
  }
}

// A program that writes it may have added games since their sums were read.
void check_as_read(Database& db, const std::string& path, std::uint64_t games) {
  std::int64_t now = 0;
  for (const char* sql : {"SELECT coalesce(sum(last - first + 1), 0) FROM part.ranges",
                          "SELECT coalesce(sum(last - first + 1), 0) FROM part.forced_ranges"})
    now += db.number(sql);
  if (now != static_cast<std::int64_t>(games))
    throw StoreError(1, path + " has got games since it was read; merge it when nobody writes it");
}

// `held`: how many games it had when it was read.
void copy_games(Database& db, const std::string& path, std::uint64_t held, const Stored& all, bool games) {
  const std::uint64_t bytes = bytes_of(path);
  db.unbound();
  db.attach(path);
  db.bound(4 * bytes);  // read twice, and written
  // Damage can lead to the same long text again and again: no more is written than there is.
  const std::int64_t pages = db.number("PRAGMA page_count") + static_cast<std::int64_t>(2 * bytes / kPageSize) + 1000;
  db.run(("PRAGMA max_page_count = " + std::to_string(pages)).c_str());
  db.run("BEGIN");  // from here on it is seen as it is now
  check_as_read(db, path, held);
  check_games(db, path, all);
  if (games) db.run("INSERT INTO games SELECT * FROM part.games; INSERT INTO game_cards SELECT * FROM part.game_cards");
  db.run(
      "INSERT INTO faults SELECT * FROM part.faults; INSERT INTO baselines SELECT * FROM part.baselines; COMMIT;"
      "PRAGMA max_page_count = 4294967294");
  db.detach();
}

// What is added up stays a number.
void check_sums(const std::string& path, const Stored& part, std::size_t parts) {
  const std::int64_t most = INT64_MAX / static_cast<std::int64_t>(parts);
  for (const CellState& c : part.cells) {
    bool fits = true;
    auto look = [&](const auto&, std::int64_t n) { fits &= n <= most && n >= -most; };
    for_each_sum(c.tally, look);
    for (const CardTally& card : c.tally.cards) for_each_card_sum(card, look);
    if (!fits) throw StoreError(1, path + " is damaged: its sums are too large to be added to");
  }
}

}  // namespace

void Union::check_same(const std::string& path, const Stored& part) const {
  const std::string& first = files_[0].path;
  std::string why = mismatch(all_.head, part.head, path + " holds games of another batch than " + first + ":");
  if (why.empty() && all_.head.games() != part.head.games())
    why = path + " is a part of " + std::to_string(part.head.games()) + " games, " + first + " of " +
          std::to_string(all_.head.games());
  if (!why.empty()) throw StoreError(2, why);
}

void Union::check_apart(const std::string& path, const Stored& part) const {
  const auto both = [&](std::size_t file) { return files_[file].path + " and " + path + " both hold "; };
  for (const Shard& s : part.shards)
    if (const auto at = shards_.find(s); at != shards_.end())
      throw StoreError(2, both(at->second) + "shard " + s.text());
  for (std::size_t c = 0; c < held_.size(); ++c)
    for (const Range& r : part.cells[c].games.list()) {
      auto next = held_[c].lower_bound(r.end);
      if (next == held_[c].begin() || std::prev(next)->second.end <= r.first) continue;
      const std::size_t file = std::prev(next)->second.file;
      Ranges there;
      for (const auto& [first, held] : held_[c])
        if (held.file == file) there.add({first, held.end});
      throw StoreError(2, both(file) + there.common(part.cells[c].games).text() +
                              (held_.size() > 1 ? " of cell " + all_.head.cells[c].id : ""));
    }
}

void Union::add(const std::string& path, const Stored& part) {
  check_sums(path, part, parts_);
  if (files_.empty()) {
    all_.head = part.head;
    held_.resize(part.cells.size());
    for (const CellState& c : part.cells)
      all_.cells.emplace_back().tally = Tally(c.tally.conditions.size(), c.tally.cards.size());
    for (const DealKey& d : part.head.deals) all_.cells[0].deals[d];
  } else {
    check_same(path, part);
    check_apart(path, part);
  }
  const auto& first = part.cells[0].games.list();
  std::uint64_t games = 0;
  for (const CellState& c : part.cells) {
    games += c.games.games();
    for (const auto& [key, deal] : c.deals) games += deal.games.games();
  }
  files_.push_back({first.empty() ? 0 : first[0].first, games, path});
  for (const Shard& s : part.shards) shards_[s] = files_.size() - 1;
  if (part.head.command < all_.head.command)  // folders of rules may differ in name
    all_.head.command = part.head.command, all_.head.rules = part.head.rules;
  for (std::size_t c = 0; c < all_.cells.size(); ++c) {
    CellState& state = all_.cells[c];
    state.tally.add(part.cells[c].tally);
    state.pairs.add(part.cells[c].pairs);
    for (const auto& [key, deal] : part.cells[c].deals) {
      DealState& to = state.deals[key];
      to.tally.add(deal.tally);
      for (const Range& r : deal.games.list()) to.games.add(r);
    }
    for (const Range& r : part.cells[c].games.list()) {
      state.games.add(r);
      held_[c][r.first] = {r.end, files_.size() - 1};
    }
  }
}

Stored Union::all() const {
  Stored out = all_;
  for (const auto& [shard, file] : shards_) out.shards.push_back(shard);
  return out;
}

void Union::write(const std::string& path, bool games) const {
  const Stored all = this->all();
  // In the order of the games, which makes the tables grow at their ends.
  std::vector<File> files = files_;
  std::sort(files.begin(), files.end(), [&](const File& a, const File& b) { return a.first < b.first; });
  StoreFile file(followed(path), ".merge");  // a link stays one
  if (file.is_of_others())
    throw StoreError(2, file.path() + " is in the way, and is no merge that was cut off: move it");
  file.clear();
  try {
    Database db(file.path(), true);
    db.run("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");  // made anew when it fails
    // Before all else, and the other when all is on the disk: whenever it is killed, it is known for what it is.
    const auto call_it = [&](std::int64_t id) { db.run(("PRAGMA application_id = " + std::to_string(id)).c_str()); };
    call_it(StoreFile::kUnfinished);
    create_store(db, all.head, all.shards, StoreFile::kUnfinished);
    db.run("COMMIT");
    for (const File& f : files) copy_games(db, f.path, f.games, all, games);
    db.unbound();
    db.run("BEGIN");
    db.statement(
          "DELETE FROM faults WHERE (cell, game) IN (SELECT cell, game FROM (SELECT cell, game, "
          "row_number() OVER (PARTITION BY cell ORDER BY game) AS n FROM faults) WHERE n > ?)",
          std::int64_t{kMostReproductions})
        .run();
    for (std::size_t c = 0; c < all.cells.size(); ++c) save_state(db, c, all.cells[c]);
    db.run("COMMIT");
    file.keep();
    call_it(kStoreApplication);
    db.close();
    file.done();
  } catch (...) {
    file.clear();  // and so it does not stay
    throw;
  }
}

}  // namespace gofuda::lab
