#include "tools/lab/store/store.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>

namespace gofuda::lab {

namespace {

std::int64_t number(std::uint64_t n) { return static_cast<std::int64_t>(n); }

std::string time_text() {
  const std::time_t t = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&t, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

void save_tally(Database& db, std::int64_t cell, const Tally& t) {
  for_each_sum(t, [&](const char* name, std::int64_t n) {
    db.statement("REPLACE INTO sums VALUES (?, ?, ?)", cell, std::string(name), n).run();
  });
  for_each_histogram(t, [&](const char* name, const Histogram& h) {
    for (const auto& [value, games] : h)
      db.statement("REPLACE INTO histograms VALUES (?, ?, ?, ?)", cell, std::string(name), std::int64_t{value}, games)
          .run();
  });
  for (std::size_t c = 0; c < t.conditions.size(); ++c)
    db.statement("REPLACE INTO condition_sums VALUES (?, ?, ?, ?)", cell, static_cast<std::int64_t>(c),
                 t.conditions[c][0], t.conditions[c][1])
        .run();
  for (std::size_t c = 0; c < t.cards.size(); ++c)
    for_each_card_sum(t.cards[c], [&](const std::string& name, std::int64_t n) {
      db.statement("REPLACE INTO card_sums VALUES (?, ?, ?, ?)", cell, static_cast<std::int64_t>(c), name, n).run();
    });
  db.statement("DELETE FROM obstacles WHERE cell = ?", cell).run();  // rare ones go together
  for (std::size_t c = 0; c < t.cards.size(); ++c)
    for (const auto& [what, times] : t.cards[c].obstacles)
      db.statement("INSERT INTO obstacles VALUES (?, ?, ?, ?)", cell, static_cast<std::int64_t>(c), what, times).run();
  db.statement("DELETE FROM courses WHERE cell = ?", cell).run();  // smaller ones take the places of others
  for (const auto& [course, games] : t.courses.sample())
    db.statement("INSERT INTO courses VALUES (?, ?, ?)", cell, number(course), games).run();
  for (const auto& [what, kind] : t.fault_kinds)
    db.statement("REPLACE INTO fault_kinds VALUES (?, ?, ?, ?)", cell, what, kind.games, number(kind.first)).run();
}

std::string_view ending_text(Ending e) {
  static constexpr std::string_view kNames[] = {"none", "passes", "win", "draw", "exhausted", "no_result"};
  return kNames[static_cast<std::size_t>(e)];
}

void save_pairs(Database& db, std::int64_t cell, const PairTally& t) {
  if (t.pairs == 0) return;
  db.statement("REPLACE INTO pair_sums VALUES (?, ?, ?, ?, ?, ?, ?)", cell, t.pairs, t.apart, t.half_wins[0],
               t.half_wins[1], t.other_courses, t.differing)
      .run();
  for_each_pair_histogram(t, [&](const char* name, const Histogram& h, std::int64_t, std::int64_t) {
    for (const auto& [value, pairs] : h)
      db.statement("REPLACE INTO pair_histograms VALUES (?, ?, ?, ?)", cell, std::string(name), std::int64_t{value},
                   pairs)
          .run();
  });
}

void save_cell(Database& db, std::int64_t number, const StoreCell& cell) {
  const Provenance& p = cell.provenance;
  const std::int64_t base = static_cast<std::int64_t>(cell.base.value_or(0)), *to = cell.base ? &base : nullptr;
  const auto deals = static_cast<std::int64_t>(p.deal_seed.value_or(0));
  db.statement("INSERT INTO cells VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", number, cell.id,
               static_cast<std::int64_t>(cell.row), to, p.variant, p.title, p.black, p.white,
               static_cast<std::int64_t>(p.seed), p.deal_seed ? &deals : nullptr, static_cast<std::int64_t>(p.games),
               std::int64_t{p.most_turns}, p.keep, std::int64_t{p.komi})
      .run();
  std::int64_t n = 0;
  for (const std::string& s : p.settings) {
    const std::size_t equals = s.find('=');
    db.statement("INSERT INTO settings VALUES (?, ?, ?, ?)", number, n++, s.substr(0, equals), s.substr(equals + 1))
        .run();
  }
  n = 0;
  for (const auto& [path, hash] : p.files)
    db.statement("INSERT INTO rule_files VALUES (?, ?, ?, ?)", number, n++, path, hash).run();
  n = 0;
  for (const auto& [id, name] : p.cards)
    db.statement("INSERT INTO cards VALUES (?, ?, ?, ?)", number, n++, id, name).run();
  n = 0;
  for (const auto& [id, name] : p.conditions)
    db.statement("INSERT INTO conditions VALUES (?, ?, ?, ?)", number, n++, id, name).run();
}

// "kosumi nobi keima+nobi"
std::string dealt_text(const StoreHead& h) {
  const auto& cards = h.cells[0].provenance.cards;
  std::string out;
  for (const DealKey& d : h.deals)
    out += (out.empty() ? "" : " ") + cards[d.card].first + (d.two() ? "+" + cards[d.other].first : "");
  return out.empty() ? "none" : out;
}

std::uint64_t games_in(const std::vector<CellState>& cells) {
  std::uint64_t n = 0;
  for (const CellState& c : cells) n += c.games.games();
  return n;
}

}  // namespace

void save_state(Database& db, std::size_t cell, const CellState& state) {
  const auto number = static_cast<std::int64_t>(cell);
  save_tally(db, number, state.tally);
  save_pairs(db, number, state.pairs);
  save_deals(db, number, state.deals);
  db.statement("DELETE FROM ranges WHERE cell = ?", number).run();
  for (const Range& r : state.games.list())
    db.statement("INSERT INTO ranges VALUES (?, ?, ?)", number, static_cast<std::int64_t>(r.first),
                 static_cast<std::int64_t>(r.end) - 1)
        .run();
}

StoreHead head_of(Provenance provenance, const std::string& rules) {
  StoreHead h;
  h.kind = "simulate";
  h.command = provenance.command() + " --keep " + provenance.keep + rules;
  h.rules = rules;
  StoreCell& cell = h.cells.emplace_back();
  cell.id = cell_id(provenance);
  cell.provenance = std::move(provenance);
  return h;
}

StoreHead comparison_head(Provenance a, Provenance b) {
  StoreHead h;
  h.kind = "compare";
  h.cells.resize(2);
  h.cells[0].id = "a", h.cells[0].provenance = std::move(a), h.cells[0].base = 1;
  h.cells[1].id = "b", h.cells[1].provenance = std::move(b);
  return h;
}

std::uint64_t Stored::games() const { return games_in(cells); }

bool Stored::whole() const {
  return games() == head.all_games() && std::all_of(head.deals.begin(), head.deals.end(), [&](const DealKey& d) {
           return cells[0].deals.at(d).games.games() == head.games();
         });
}

Stored read_store(const std::string& path) {
  if (::access(path.c_str(), R_OK) != 0) throw StoreError(2, std::strerror(errno));
  Database db(path, false);
  db.run("BEGIN");
  check_kind(db);
  return load_store(db);
}

std::vector<std::string> StoreHead::differences(const StoreHead& other) const {
  constexpr std::size_t kMost = 5;
  if (kind != other.kind) return {"kind: " + other.kind + ", not " + kind};
  std::vector<std::string> out;
  if (cells.size() == 1 && other.cells.size() == 1) {
    out = cells[0].provenance.differences(other.cells[0].provenance);
    if (kind != "cards" || !out.empty()) return out;
  }
  auto lacks = [&](const StoreHead& a, const StoreHead& b, const std::string& what) {
    for (const StoreCell& c : a.cells)
      if (std::none_of(b.cells.begin(), b.cells.end(), [&](const StoreCell& d) { return d.id == c.id; }))
        out.push_back("cell " + c.id + " (" + c.provenance.short_text() + ") is " + what);
  };
  lacks(*this, other, "not in it"), lacks(other, *this, "in it alone");
  for (std::size_t c = 0; out.empty() && c < cells.size(); ++c) {
    if (cells[c].id != other.cells[c].id || cells[c].base != other.cells[c].base)
      out.push_back("the cells are in another order, or compared with others");
    for (const std::string& d : cells[c].provenance.differences(other.cells[c].provenance))
      out.push_back(d + " (cell " + cells[c].id + ")");
  }
  for (const auto& [key, value] : notes)
    if (auto it = other.notes.find(key); out.empty() && (it == other.notes.end() || it->second != value))
      out.push_back(key + ": " + (it == other.notes.end() ? "none" : it->second) + ", not " + value);
  if (out.empty() && notes.size() != other.notes.size()) out.push_back("notes: other ones");
  if (out.empty() && deals != other.deals) out.push_back("dealt: " + dealt_text(other) + ", not " + dealt_text(*this));
  if (out.size() > kMost + 1) {
    const std::size_t more = out.size() - kMost;
    out.resize(kMost);
    out.push_back("and " + std::to_string(more) + " more");
  }
  return out;
}

std::string mismatch(const StoreHead& mine, const StoreHead& theirs, const std::string& words) {
  std::string out;
  for (const std::string& d : mine.differences(theirs)) out += "\n  " + d;
  return out.empty() ? out : words + out;
}

Store::Store(const std::string& path, const StoreHead& head, Shard shard) : shard_(shard) {
  now_.head = head;
  for (const StoreCell& c : head.cells) {
    CellState& state = now_.cells.emplace_back();
    state.tally = Tally(c.provenance.conditions.size(), c.provenance.cards.size());
  }
  is_base_.resize(head.cells.size()), changed_.resize(head.cells.size());
  for (const StoreCell& c : head.cells)
    if (c.base) is_base_[*c.base] = true;
  for (const DealKey& d : head.deals) now_.cells[0].deals[d], is_base_[0] = true;  // of games as they come
  if (!path.empty()) file_ = std::make_unique<StoreFile>(path, shard.whole() ? "" : ".part");
  if (!shard.whole() && ::access(path.c_str(), F_OK) == 0) {
    resume(read_store(path), path);
    if (!complete()) throw StoreError(2, "it is there already, but lacks games of shard " + shard.text());
  } else {
    open();
  }
  committed_ = now_.games();
}

void Store::open() {
  db_ = std::make_unique<Database>(file_ ? file_->path() : ":memory:", true);
  if (file_) db_->bound(bytes_of(file_->path()));
  const bool fresh = db_->number("PRAGMA page_count") == 0;
  if (!fresh) check_kind(*db_), resume(load_store(*db_), file_ ? file_->path() : "");
  db_->unbound();
  // A shard may lie on a network's disk, where several processes cannot share a log; nobody reads it before it is
  // whole.
  if (!shard_.whole())
    db_->run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = NORMAL");
  else if (!fresh)
    db_->run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  if (fresh) create();
  if (fresh && shard_.whole()) db_->run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  stamp_ = Stamp::of(db_->number("PRAGMA user_version"));
  if (file_) found_ = file_->stamp().value_or(stamp_);  // what is in a log has not come into the file yet
  begin();
  if (fresh) return;
  db_->statement("REPLACE INTO provenance VALUES ('command', ?)", now_.head.command).run();
  db_->statement("REPLACE INTO provenance VALUES ('rules', ?)", now_.head.rules).run();
  db_->statement("REPLACE INTO provenance VALUES ('plan', ?)", now_.head.plan).run();
  db_->statement("UPDATE cells SET games = ?", static_cast<std::int64_t>(now_.head.games())).run();
  if (shard_.whole()) db_->run("DELETE FROM shards");
}

void Store::begin() {
  stamp_ = stamp_.next();
  db_->run("BEGIN IMMEDIATE");
  db_->run(stamp_.set(kStoreVersion).c_str());
}

// One that another was copied over is the same file.
bool Store::is_there() const {
  if (!file_) return true;
  const auto now = file_->stamp();
  return now && now->since(found_) <= stamp_.since(found_) && file_->is_there();
}

void Store::check_there() {
  if (!is_there()) StoreFile::taken_away();
  if (file_) found_ = file_->stamp().value_or(found_);
}

// SQLite wants its handle on the file closed before any other.
Store::~Store() {
  if (db_ && !is_there()) db_->leave_log();
  db_.reset();
  file_.reset();
}

void create_store(Database& db, const StoreHead& h, const std::vector<Shard>& shards, std::int64_t application) {
  db.run("BEGIN IMMEDIATE");
  db.run(store_schema());
  db.run(("PRAGMA application_id = " + std::to_string(application) + "; " + Stamp::anew().set(kStoreVersion)).c_str());
  for (const auto& [key, value] : {std::pair<const char*, std::string>{"program", h.cells.at(0).provenance.program},
                                   {"kind", h.kind},
                                   {"title", h.title},
                                   {"plan", h.plan},
                                   {"from", h.cells.at(0).provenance.from},
                                   {"command", h.command},
                                   {"rules", h.rules},
                                   {"created", time_text()}})
    db.statement("INSERT INTO provenance VALUES (?, ?)", std::string(key), value).run();
  for (const auto& [key, value] : h.notes) db.statement("INSERT INTO notes VALUES (?, ?)", key, value).run();
  for (const Shard& s : shards) db.statement("INSERT INTO shards VALUES (?, ?)", number(s.number), number(s.of)).run();
  for (std::size_t c = 0; c < h.cells.size(); ++c) save_cell(db, static_cast<std::int64_t>(c), h.cells[c]);
}

void Store::create() {
  create_store(*db_, now_.head, shard_.whole() ? std::vector<Shard>{} : std::vector<Shard>{shard_});
  for (std::size_t c = 0; c < now_.cells.size(); ++c) save_state(*db_, c, now_.cells[c]);
  db_->run("COMMIT");
}

void Store::resume(const Stored& before, const std::string& from) {
  if (std::string why = mismatch(now_.head, before.head, "it holds games of another command:"); !why.empty())
    throw StoreError(2, why);
  if (!shard_.whole() && before.shards != std::vector<Shard>{shard_})
    throw StoreError(2, "it is not shard " + shard_.text() + ": it was made " +
                            (before.shards.empty() ? "as a whole" : "as shard " + before.shards[0].text()));
  now_.cells = before.cells;
  for (std::size_t c = 0; c < now_.cells.size(); ++c)
    if (!now_.cells[c].games.without(planned(c)).empty())
      throw StoreError(2, "it holds " + std::to_string(now_.cells[c].games.games()) + " games" +
                              (now_.cells.size() > 1 ? " of cell " + now_.head.cells[c].id : "") + " already, of " +
                              std::to_string(before.head.games()) +
                              (file_ && from == file_->path() && file_->is_part()
                                   ? ", in " + from +
                                         ", which an earlier run has left; go on with that one's words, or remove the "
                                         "file"
                                   : "; gofuda report tells of them"));
}

Ranges Store::planned(std::size_t cell) const {
  const StoreCell& c = now_.head.cells[cell];
  return Ranges(shard_.part(c.provenance.games, c.row));
}

std::uint64_t Store::games_left() const {
  std::uint64_t n = 0;
  for (std::size_t c = 0; c < now_.cells.size(); ++c) n += left(c).games();
  return n;
}

bool Store::complete() const {
  return games_left() == 0 &&
         std::all_of(now_.head.deals.begin(), now_.head.deals.end(), [&](const DealKey& d) { return left(d).empty(); });
}

bool Store::wants_games(std::size_t cell) const {
  const StoreCell& c = now_.head.cells[cell];
  return c.provenance.keep == "all" || c.base || is_base_[cell];
}

void Store::add(std::size_t cell, const Chunk& chunk) {
  CellState& state = now_.cells[cell];
  state.tally.add(chunk.tally);
  state.games.add({chunk.first, chunk.end});
  changed_[cell] = true;
  add_rows(cell, chunk);
  if (now_.head.cells[cell].base) add_pairs(cell, chunk);
}

void Store::add_rows(std::size_t cell, const Chunk& chunk) {
  const bool all = now_.head.cells[cell].provenance.keep == "all";
  for (const GameRecord& g : chunk.games) {
    if (all) add_game(cell, g);
    if (g.outcome == GameResult::fault) add_fault(cell, g);
    if (!is_base_[cell]) continue;
    const PairSide side = pair_side(g);
    const std::int64_t half_wins = side.half_wins, margin = side.margin;
    db_->statement("INSERT INTO baselines VALUES (?, ?, ?, ?, ?)", static_cast<std::int64_t>(cell), number(g.number),
                   side.ended ? &half_wins : nullptr, side.counted ? &margin : nullptr, number(side.course))
        .run();
  }
}

void Store::add_pairs(std::size_t cell, const Chunk& chunk) {
  Statement& s = db_->statement(
      "SELECT half_wins, margin, course FROM baselines WHERE cell = ? AND game >= ? AND game < ? ORDER BY game",
      static_cast<std::int64_t>(*now_.head.cells[cell].base), number(chunk.first), number(chunk.end));
  for (const GameRecord& g : chunk.games) {
    if (!s.status()) throw StoreError(1, "it lacks games of cell " + now_.head.cells[*now_.head.cells[cell].base].id);
    PairSide base{!s.is_null(0), !s.is_null(1), 0, 0, 0};
    if (base.ended) base.half_wins = static_cast<int>(s.number(0, 0, 2));
    if (base.counted) base.margin = static_cast<int>(s.number(1, -kMostMargin, kMostMargin));
    base.course = static_cast<std::uint64_t>(s.number(2, 0));
    now_.cells[cell].pairs.add(pair_side(g), base);
  }
  s.reset();
}

void Store::add_game(std::size_t cell, const GameRecord& g) {
  const std::int64_t of = static_cast<std::int64_t>(cell), k = number(g.number);
  const std::int64_t lead = g.margin, *margin = g.counted ? &lead : nullptr;
  db_->statement("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", of, k,
                 std::string(seat_name(g.first)), std::string(game_result_name(g.outcome)),
                 std::string(ending_text(g.ending)), margin, std::int64_t{g.won_by}, std::int64_t{g.turns},
                 std::int64_t{g.moves}, std::int64_t{g.prisoners[0]}, std::int64_t{g.prisoners[1]}, g.nanoseconds)
      .run();
  for (std::size_t c = 0; c < g.cards.size(); ++c) {
    const CardUse& u = g.cards[c];
    if (!(u.drawn[0] | u.drawn[1] | u.played[0] | u.played[1] | u.unplayable[0] | u.unplayable[1])) continue;
    auto wide = [](std::uint16_t n) { return std::int64_t{n}; };
    db_->statement("INSERT INTO game_cards VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", of, k,
                   static_cast<std::int64_t>(c), wide(u.drawn[0]), wide(u.drawn[1]), wide(u.played[0]),
                   wide(u.played[1]), wide(u.unplayable[0]), wide(u.unplayable[1]), wide(u.swings),
                   std::int64_t{u.swing})
        .run();
  }
}

// The first ones by number, whatever the order in which they come.
void Store::add_fault(std::size_t cell, const GameRecord& g) {
  const auto c = static_cast<std::int64_t>(cell);
  const std::int64_t most = kMostReproductions;
  auto& last = db_->statement("SELECT game FROM faults WHERE cell = ? ORDER BY game LIMIT 1 OFFSET ?", c, most - 1);
  const bool full = last.status(), later = full && last.number(0) < number(g.number);
  last.reset();
  if (later) return;
  db_->statement("INSERT INTO faults VALUES (?, ?, ?, ?)", c, number(g.number), g.fault, g.reproduction).run();
  if (full)
    db_->statement("DELETE FROM faults WHERE cell = ? AND game = (SELECT max(game) FROM faults WHERE cell = ?)", c, c)
        .run();
}

void Store::commit() {
  if (!db_) return;
  check_there();
  try {
    for (std::size_t c = 0; c < changed_.size(); ++c)
      if (changed_[c]) save_state(*db_, c, now_.cells[c]);
    db_->run("COMMIT");
    begin();
  } catch (const StoreError&) {
    check_there();  // which says more
    throw;
  }
  check_there();
  changed_.assign(changed_.size(), false);
  committed_ = now_.games();
}

void Store::close() {
  if (!db_ || !file_) return;
  check_there();
  db_->run("ROLLBACK");
  if (shard_.whole()) {
    db_->run("PRAGMA wal_checkpoint(TRUNCATE)");
    try {
      db_->run("PRAGMA journal_mode = DELETE");
    } catch (const StoreError&) {  // somebody is reading it: it then keeps its log beside it for the time being
    }
  }
  db_.reset();
  if (complete()) file_->done();
  file_.reset();
}

}  // namespace gofuda::lab
