// The file that games are kept in: SQLite, with the tables that README.md beside this file describes. A file holds one
// or more cells: a cell is one set of rules with two players. `simulate` has one, a sweep many, `compare` two.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tools/lab/runner/batch.hpp"
#include "tools/lab/statistics/deal_tally.hpp"
#include "tools/lab/statistics/pair_tally.hpp"
#include "tools/lab/store/beside.hpp"
#include "tools/lab/store/locked_file.hpp"
#include "tools/lab/store/provenance.hpp"
#include "tools/lab/store/ranges.hpp"
#include "tools/lab/store/sqlite.hpp"

namespace gofuda::lab {

inline constexpr int kStoreVersion = 6;
inline constexpr std::uint64_t kMostCells = 10'000;

struct StoreCell {
  std::string id;  // of what is in it, wherever it stands: cell_id()
  Provenance provenance;
  std::uint64_t row = 0;            // cells of a row differ in one thing alone
  std::optional<std::size_t> base;  // the cell of the same row that it is compared with, on the same seeds
};

// What is dealt on purpose: a card, or two of them; by number.
struct DealKey {
  std::size_t card = 0, other = 0;  // other: the same, where it is one
  bool two() const { return card != other; }
  auto operator<=>(const DealKey&) const = default;
};

struct StoreHead {
  std::string kind;                          // simulate, sweep, compare, cards
  std::string title;                         // of a sweep
  std::string plan;                          // the text of its file
  std::string command;                       // without what does not decide the games: threads, shard, file
  std::string rules;                         // the words of the command that say where the rules are
  std::map<std::string, std::string> notes;  // more that must be the same for the file to be gone on with
  std::vector<StoreCell> cells;
  std::vector<DealKey> deals;  // of the kind `cards`: what is dealt, in each game of its one cell
  std::uint64_t games() const { return cells.empty() ? 0 : cells[0].provenance.games; }  // asked for, of each cell
  std::uint64_t all_games() const { return games() * cells.size(); }
  // What keeps games of the other from standing beside games of this: one line each.
  std::vector<std::string> differences(const StoreHead& other) const;
};

// Of a batch with one cell. `rules`: the words of the command that say where the rules are.
StoreHead head_of(Provenance provenance, const std::string& rules);
// Of a comparison of a with b; notes and command are still to be said.
StoreHead comparison_head(Provenance a, Provenance b);

struct DealState {
  DealTally tally;
  Ranges games;
};

struct CellState {
  Tally tally;
  PairTally pairs;  // this cell minus its base
  Ranges games;
  std::map<DealKey, DealState> deals;
};

struct Stored {
  StoreHead head;
  std::vector<CellState> cells;
  std::vector<Shard> shards;  // that it was made as or put together from; empty: as a whole
  std::uint64_t games() const;
  bool whole() const;
};
// As far as the games have been written; more may be on their way.
Stored read_store(const std::string& path);
// "it holds games of another command:" and a line for each, or "".
std::string mismatch(const StoreHead& mine, const StoreHead& theirs, const std::string& words);

const char* store_schema();  // of all its tables

// Its tables, and what does not change in them; in a transaction that is still open.
void create_store(Database& db, const StoreHead& head, const std::vector<Shard>& shards,
                  std::int64_t application = kStoreApplication);
void save_state(Database& db, std::size_t cell, const CellState& state);
void save_deals(Database& db, std::int64_t cell, const std::map<DealKey, DealState>& deals);
std::map<DealKey, DealState> load_deals(Database& db, std::int64_t cell, const Provenance& p);
// Throws unless the file is a store of this version, with its tables and nothing else that could run or mislead.
void check_kind(Database& db);
// All of it, after check_kind. Throws where its rows do not fit together.
Stored load_store(Database& db);

// A file while it is written, under another name until it is whole where that is wanted.
class StoreFile {
 public:
  StoreFile(std::string path, const std::string& ending);  // of its name until it is whole
  ~StoreFile();
  StoreFile(const StoreFile&) = delete;
  StoreFile& operator=(const StoreFile&) = delete;
  const std::string& path() const { return now_; }
  bool is_part() const { return now_ != path_; }
  // What a database calls itself (PRAGMA application_id) while it is merged.
  static constexpr std::uint32_t kUnfinished = 0x676f6d67;
  bool is_of_others() const;                          // it was there before, and is no such database
  void clear();                                       // what is in it goes
  void keep() const;                                  // what was written to it is on the disk
  void done();                                        // gives it its name
  bool is_there() const { return file_.is_there(); }  // what was written would be found
  std::optional<Stamp> stamp() const { return stamp_of(file_.descriptor()); }
  [[noreturn]] static void taken_away();  // throws that it would not

 private:
  std::string path_, now_;
  LockedFile file_;  // because SQLite's own locks are let go between transactions
};

// Writes a new file, or goes on with one of the same head. No other process may write it meanwhile.
class Store {
 public:
  // Without a path: in memory. A shard has its name only when it is whole.
  Store(const std::string& path, const StoreHead& head, Shard shard = {});
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  const Stored& now() const { return now_; }
  Ranges planned(std::size_t cell) const;
  Ranges left(std::size_t cell) const { return planned(cell).without(now_.cells[cell].games); }
  std::uint64_t games_left() const;
  bool complete() const;                     // nothing is left, of games and of deals
  bool wants_games(std::size_t cell) const;  // every one of them, not only those that failed
  // Of the kind `cards`: which of its games a deal lacks; the games as they come; and what they were with the deal.
  Ranges left(const DealKey& deal) const { return planned(0).without(now_.cells[0].deals.at(deal).games); }
  std::vector<PairSide> as_they_came(Range games);
  void add(const DealKey& deal, Range games, const DealTally& tally);
  void add(std::size_t cell, const Chunk& chunk);
  void commit();  // what was added is in the file from here on
  std::uint64_t committed() const { return committed_; }
  bool is_there() const;  // nobody has taken the file away, or written another one over it
  void close();           // the file then needs no others beside it

 private:
  void open();
  void begin();
  void check_there();  // throws where it is not
  void create();
  void resume(const Stored& before, const std::string& from);
  void add_rows(std::size_t cell, const Chunk& chunk);
  void add_pairs(std::size_t cell, const Chunk& chunk);
  void add_game(std::size_t cell, const GameRecord& g);
  void add_fault(std::size_t cell, const GameRecord& g);

  std::unique_ptr<StoreFile> file_;
  std::unique_ptr<Database> db_;
  Stored now_;
  Shard shard_;
  Stamp found_ = Stamp::of(0), stamp_ = found_;  // in the file when it was last looked at; of what is being written
  std::vector<bool> is_base_, changed_;          // by cell
  std::uint64_t committed_ = 0;
};

inline constexpr int kMostReproductions = 100;  // of each cell: those of the first games that failed

}  // namespace gofuda::lab
