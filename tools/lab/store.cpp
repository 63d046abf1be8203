#include "tools/lab/store.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>

namespace gofuda::lab {

namespace {

constexpr std::int64_t kApplication = 0x476f4c61;  // "GoLa", in the file's header
constexpr std::int64_t kMostReproductions = 1000;

constexpr const char* kSchema = R"(
CREATE TABLE provenance (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE settings (position INTEGER PRIMARY KEY, setting TEXT NOT NULL);
CREATE TABLE rule_files (position INTEGER PRIMARY KEY, path TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE cards (card INTEGER PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL);
CREATE TABLE conditions (condition INTEGER PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL);
CREATE TABLE sums (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE histograms (name TEXT, value INTEGER, games INTEGER NOT NULL, PRIMARY KEY (name, value)) WITHOUT ROWID;
CREATE TABLE condition_sums (condition INTEGER PRIMARY KEY, black INTEGER NOT NULL, white INTEGER NOT NULL);
CREATE TABLE card_sums (card INTEGER, name TEXT, value INTEGER NOT NULL, PRIMARY KEY (card, name)) WITHOUT ROWID;
CREATE TABLE fault_kinds (what TEXT PRIMARY KEY, games INTEGER NOT NULL, first INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE faults (game INTEGER PRIMARY KEY, what TEXT NOT NULL, reproduction TEXT NOT NULL);
CREATE TABLE games (game INTEGER PRIMARY KEY, first TEXT NOT NULL, outcome TEXT NOT NULL, ending TEXT NOT NULL,
  margin2 INTEGER, won_by INTEGER NOT NULL, turns INTEGER NOT NULL, moves INTEGER NOT NULL,
  black_captures INTEGER NOT NULL, white_captures INTEGER NOT NULL, nanoseconds INTEGER NOT NULL);
CREATE TABLE game_cards (game INTEGER, card INTEGER, drawn_black INTEGER NOT NULL, drawn_white INTEGER NOT NULL,
  played_black INTEGER NOT NULL, played_white INTEGER NOT NULL, unplayable_black INTEGER NOT NULL,
  unplayable_white INTEGER NOT NULL, PRIMARY KEY (game, card)) WITHOUT ROWID;
)";

std::int64_t number(std::uint64_t n) { return static_cast<std::int64_t>(n); }

std::string now() {
  const std::time_t t = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&t, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

void check_kind(Database& db) {
  const std::int64_t version = db.number("PRAGMA user_version");
  if (db.number("PRAGMA application_id") != kApplication) throw StoreError(2, "it is not a store of games");
  if (version > kStoreVersion)
    throw StoreError(2, "it was written by a newer version of the program (its schema is version " +
                            std::to_string(version) + "; this program knows " + std::to_string(kStoreVersion) + ")");
}

std::map<std::string, std::string> pairs(Database& db, const char* sql) {
  std::map<std::string, std::string> out;
  Statement& s = db.statement(sql);
  while (s.step()) out[s.text(0)] = s.text(1);
  return out;
}

std::vector<std::pair<std::string, std::string>> list(Database& db, const char* sql) {
  std::vector<std::pair<std::string, std::string>> out;
  Statement& s = db.statement(sql);
  while (s.step()) out.emplace_back(s.text(0), s.text(1));
  return out;
}

Provenance load_provenance(Database& db) {
  Provenance p;
  auto text = pairs(db, "SELECT key, value FROM provenance");
  auto as_number = [&](const char* key) { return std::strtoull(text[key].c_str(), nullptr, 10); };
  p.program = text["program"], p.variant = text["variant"], p.title = text["title"], p.keep = text["keep"];
  p.black = text["black"], p.white = text["white"];
  p.seed = as_number("seed"), p.games = as_number("games");
  p.most_turns = static_cast<int>(as_number("max_turns"));
  p.komi2 = static_cast<int>(std::strtol(text["komi2"].c_str(), nullptr, 10));
  for (auto& [setting, none] : list(db, "SELECT setting, '' FROM settings ORDER BY position"))
    p.settings.push_back(setting);
  p.files = list(db, "SELECT path, sha256 FROM rule_files ORDER BY position");
  p.cards = list(db, "SELECT id, name FROM cards ORDER BY card");
  p.conditions = list(db, "SELECT id, name FROM conditions ORDER BY condition");
  return p;
}

Tally load_tally(Database& db, const Provenance& p) {
  Tally t(p.conditions.size(), p.cards.size());
  std::map<std::string, std::int64_t> sums;
  for (auto& s = db.statement("SELECT name, value FROM sums"); s.step();) sums[s.text(0)] = s.number(1);
  for_each_sum(t, [&](const char* name, std::int64_t& n) { n = sums[name]; });
  for (auto& s = db.statement("SELECT name, value, games FROM histograms"); s.step();) {
    const std::string name = s.text(0);
    Histogram& h = name == "margin2" ? t.margins : name == "turns" ? t.turns : t.moves;
    h[static_cast<int>(s.number(1))] = s.number(2);
  }
  for (auto& s = db.statement("SELECT condition, black, white FROM condition_sums"); s.step();)
    t.conditions.at(static_cast<std::size_t>(s.number(0))) = {s.number(1), s.number(2)};
  std::map<std::pair<std::int64_t, std::string>, std::int64_t> cards;
  for (auto& s = db.statement("SELECT card, name, value FROM card_sums"); s.step();)
    cards[{s.number(0), s.text(1)}] = s.number(2);
  for (std::size_t c = 0; c < t.cards.size(); ++c)
    for_each_card_sum(t.cards[c], [&](const std::string& name, std::int64_t& n) {
      auto it = cards.find({static_cast<std::int64_t>(c), name});
      n = it == cards.end() ? 0 : it->second;
    });
  for (auto& s = db.statement("SELECT what, games, first FROM fault_kinds"); s.step();)
    t.fault_kinds[s.text(0)] = {s.number(1), static_cast<std::uint64_t>(s.number(2))};
  return t;
}

void save_tally(Database& db, const Tally& t) {
  for_each_sum(t, [&](const char* name, std::int64_t n) {
    db.statement("REPLACE INTO sums VALUES (?, ?)", std::string(name), n).run();
  });
  for (auto [name, h] : {std::pair{"margin2", &t.margins}, {"turns", &t.turns}, {"moves", &t.moves}})
    for (const auto& [value, games] : *h)
      db.statement("REPLACE INTO histograms VALUES (?, ?, ?)", std::string(name), std::int64_t{value}, games).run();
  for (std::size_t c = 0; c < t.conditions.size(); ++c)
    db.statement("REPLACE INTO condition_sums VALUES (?, ?, ?)", static_cast<std::int64_t>(c), t.conditions[c][0],
                 t.conditions[c][1])
        .run();
  for (std::size_t c = 0; c < t.cards.size(); ++c)
    for_each_card_sum(t.cards[c], [&](const std::string& name, std::int64_t n) {
      db.statement("REPLACE INTO card_sums VALUES (?, ?, ?)", static_cast<std::int64_t>(c), name, n).run();
    });
  for (const auto& [what, kind] : t.fault_kinds)
    db.statement("REPLACE INTO fault_kinds VALUES (?, ?, ?)", what, kind.games, number(kind.first)).run();
}

std::string_view ending_text(Ending e) {
  static constexpr std::string_view kNames[] = {"none", "passes", "win", "draw", "exhausted"};
  return kNames[static_cast<std::size_t>(e)];
}

}  // namespace

// Of its own, because SQLite's locks are let go between transactions. It is let go when the process ends, however it
// does.
class Store::Lock {
 public:
  explicit Lock(const std::string& path) : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (file_ < 0) throw StoreError(1, std::strerror(errno));
    if (::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
    ::close(file_);
    throw StoreError(1, "another process is writing it");
  }
  ~Lock() { ::close(file_); }

 private:
  int file_;
};

Stored read_store(const std::string& path) {
  if (::access(path.c_str(), R_OK) != 0) throw StoreError(2, std::strerror(errno));
  Database db(path, false);
  check_kind(db);
  db.run("BEGIN");
  Stored out;
  out.provenance = load_provenance(db);
  out.tally = load_tally(db, out.provenance);
  return out;
}

Store::Store(const std::string& path, const Provenance& provenance) : games_(provenance.keep == "all") {
  lock_ = std::make_unique<Lock>(path);
  db_ = std::make_unique<Database>(path, true);
  if (db_->number("PRAGMA page_count") == 0) {
    create(provenance);
  } else {
    check_kind(*db_);
    resume(path, provenance);
  }
  db_->run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  db_->run("BEGIN IMMEDIATE");
}

// SQLite wants its handle on the file closed before any other.
Store::~Store() {
  db_.reset();
  lock_.reset();
}

void Store::create(const Provenance& p) {
  db_->run("BEGIN IMMEDIATE");
  db_->run(kSchema);
  db_->run(("PRAGMA application_id = " + std::to_string(kApplication) +
            "; PRAGMA user_version = " + std::to_string(kStoreVersion))
               .c_str());
  const std::pair<const char*, std::string> values[] = {{"program", p.program},
                                                        {"variant", p.variant},
                                                        {"title", p.title},
                                                        {"black", p.black},
                                                        {"white", p.white},
                                                        {"seed", std::to_string(p.seed)},
                                                        {"keep", p.keep},
                                                        {"created", now()},
                                                        {"max_turns", std::to_string(p.most_turns)},
                                                        {"command", p.command()},
                                                        {"games", std::to_string(p.games)},
                                                        {"komi2", std::to_string(p.komi2)}};
  for (const auto& [key, value] : values)
    db_->statement("INSERT INTO provenance VALUES (?, ?)", std::string(key), value).run();
  std::int64_t n = 0;
  for (const std::string& s : p.settings) db_->statement("INSERT INTO settings VALUES (?, ?)", n++, s).run();
  n = 0;
  for (const auto& [path, hash] : p.files)
    db_->statement("INSERT INTO rule_files VALUES (?, ?, ?)", n++, path, hash).run();
  n = 0;
  for (const auto& [id, name] : p.cards) db_->statement("INSERT INTO cards VALUES (?, ?, ?)", n++, id, name).run();
  n = 0;
  for (const auto& [id, name] : p.conditions)
    db_->statement("INSERT INTO conditions VALUES (?, ?, ?)", n++, id, name).run();
  tally_ = Tally(p.conditions.size(), p.cards.size());
  save_tally(*db_, tally_);
  db_->run("COMMIT");
}

void Store::resume(const std::string& path, const Provenance& provenance) {
  const Provenance before = load_provenance(*db_);
  std::string why;
  for (const std::string& d : provenance.differences(before)) why += "\n  " + d;
  if (!why.empty()) throw StoreError(2, "it holds games of another command:" + why);
  tally_ = load_tally(*db_, before);
  if (static_cast<std::uint64_t>(tally_.games) > provenance.games)
    throw StoreError(
        2, "it holds " + std::to_string(tally_.games) + " games already; gofuda report " + path + " tells of them");
  faults_ = db_->number("SELECT count(*) FROM faults");
  db_->statement("REPLACE INTO provenance VALUES ('games', ?)", std::to_string(provenance.games)).run();
  db_->statement("REPLACE INTO provenance VALUES ('command', ?)", provenance.command()).run();
}

void Store::add(const Chunk& chunk) {
  for (const GameRecord& g : chunk.games) {
    if (games_) add_game(g);
    if (g.outcome == Outcome::fault) add_fault(g);
  }
}

void Store::add_game(const GameRecord& g) {
  const std::int64_t k = number(g.number);
  const std::int64_t margin2 = g.margin2, *margin = g.counted ? &margin2 : nullptr;
  db_->statement("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", k, std::string(seat_name(g.first)),
                 std::string(outcome_name(g.outcome)), std::string(ending_text(g.ending)), margin,
                 std::int64_t{g.won_by}, std::int64_t{g.turns}, std::int64_t{g.moves}, std::int64_t{g.taken[0]},
                 std::int64_t{g.taken[1]}, g.nanoseconds)
      .run();
  for (std::size_t c = 0; c < g.cards.size(); ++c) {
    const CardUse& u = g.cards[c];
    if (!(u.drawn[0] | u.drawn[1] | u.played[0] | u.played[1] | u.unplayable[0] | u.unplayable[1])) continue;
    auto wide = [](std::uint16_t n) { return std::int64_t{n}; };
    db_->statement("INSERT INTO game_cards VALUES (?, ?, ?, ?, ?, ?, ?, ?)", k, static_cast<std::int64_t>(c),
                   wide(u.drawn[0]), wide(u.drawn[1]), wide(u.played[0]), wide(u.played[1]), wide(u.unplayable[0]),
                   wide(u.unplayable[1]))
        .run();
  }
}

void Store::add_fault(const GameRecord& g) {
  if (faults_++ >= kMostReproductions) return;
  db_->statement("INSERT INTO faults VALUES (?, ?, ?)", number(g.number), g.fault, g.reproduction).run();
}

void Store::commit(const Tally& all) {
  save_tally(*db_, all);
  db_->run("COMMIT; BEGIN IMMEDIATE");
}

void Store::close() {
  db_->run("ROLLBACK");
  db_->run("PRAGMA wal_checkpoint(TRUNCATE)");
  try {
    db_->run("PRAGMA journal_mode = DELETE");
  } catch (const StoreError&) {  // somebody is reading it: it then keeps its log beside it for the time being
  }
  db_.reset();
  lock_.reset();
}

}  // namespace gofuda::lab
