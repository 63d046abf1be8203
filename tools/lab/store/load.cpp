#include <algorithm>

#include "core/cards.hpp"
#include "core/notation/text.hpp"
#include "core/win.hpp"
#include "tools/lab/store/contradiction.hpp"
#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

namespace {

constexpr std::int64_t kMostTurns = 65535, kMostRules = 100'000;

[[noreturn]] void damaged(const std::string& what) { throw StoreError(1, "it is damaged: " + what); }

std::map<std::string, std::string> words(Database& db, const char* sql) {
  std::map<std::string, std::string> out;
  for (Statement& s = db.statement(sql); s.status();) out[s.text(0)] = s.text(1);
  return out;
}

// Numbered from 0 without a gap.
std::vector<std::pair<std::string, std::string>> list(Database& db, const char* sql, std::int64_t cell,
                                                      std::int64_t most) {
  std::vector<std::pair<std::string, std::string>> out;
  for (Statement& s = db.statement(sql, cell); s.status();) {
    const auto next = static_cast<std::int64_t>(out.size());
    s.number(2, next, std::min(next, most - 1));
    out.emplace_back(s.text(0), s.text(1));
  }
  return out;
}

Provenance load_provenance(Database& db, std::int64_t cell, const std::string& program) {
  Provenance p;
  p.program = program;
  Statement& s = db.statement(
      "SELECT variant, title, black, white, keep, seed, games, max_turns, komi, deal_seed FROM cells WHERE cell = ?",
      cell);
  if (!s.status()) damaged("its table 'cells' has no cell " + std::to_string(cell));
  p.variant = s.text(0), p.title = s.text(1), p.black = s.text(2), p.white = s.text(3), p.keep = s.text(4);
  if (p.keep != "all" && p.keep != "summary") damaged("of its games, " + in_quotes(p.keep) + " is kept");
  p.seed = static_cast<std::uint64_t>(s.number(5, 0)), p.games = static_cast<std::uint64_t>(s.number(6, 0, kMostGames));
  p.most_turns = static_cast<int>(s.number(7, 1, kMostTurns));
  p.komi = static_cast<int>(s.number(8, -kMostKomi, kMostKomi));
  if (!s.is_null(9)) p.deal_seed = static_cast<std::uint64_t>(s.number(9, 0));
  s.reset();
  for (auto& [key, value] :
       list(db, "SELECT key, value, position FROM settings WHERE cell = ? ORDER BY position", cell, kMostRules))
    p.settings.push_back(key + "=" + value);
  p.files =
      list(db, "SELECT path, sha256, position FROM rule_files WHERE cell = ? ORDER BY position", cell, kMostRules);
  p.cards = list(db, "SELECT id, name, card FROM cards WHERE cell = ? ORDER BY card", cell, kNoCard);
  p.conditions =
      list(db, "SELECT id, name, condition FROM conditions WHERE cell = ? ORDER BY condition", cell, WinTable::kMost);
  return p;
}

// Numbers by name: takes each, and at the end none must be left.
class Sums {
 public:
  explicit Sums(std::string table) : table_(std::move(table)) {}
  void note(const std::string& name, std::int64_t n) {
    if (!sums_.emplace(name, n).second) damaged("its table " + table_ + " has " + in_quotes(name) + " twice");
  }
  std::int64_t take(const std::string& name, std::int64_t least) {
    const auto it = sums_.find(name);
    if (it == sums_.end()) damaged("its table " + table_ + " lacks " + in_quotes(name));
    const std::int64_t n = it->second;
    if (n < least) damaged(in_quotes(name) + " of its table " + table_ + " is " + std::to_string(n));
    sums_.erase(it);
    return n;
  }
  void finish() const {
    if (!sums_.empty())
      damaged("its table " + table_ + " has " + in_quotes(sums_.begin()->first) + ", which is not known");
  }

 private:
  std::string table_;
  std::map<std::string, std::int64_t> sums_;
};

struct HistogramKind {
  std::int64_t least, most;  // of the values: what a game cannot have would fill the memory
};
HistogramKind kind_of(const std::string& name) {
  if (name == "margin") return {-kMostMargin, kMostMargin};
  if (name == "turns") return {0, kMostTurns};
  if (name.ends_with("_answers")) return {1, 991};  // bins of 64 bits
  return {0, 4'000'000};                            // moves, captures
}

void load_histograms(Database& db, std::int64_t cell, Tally& t) {
  std::map<std::string, Histogram*> histograms;
  for_each_histogram(t, [&](const char* name, Histogram& h) { histograms[name] = &h; });
  for (auto& s = db.statement("SELECT name, value, games FROM histograms WHERE cell = ?", cell); s.status();) {
    const std::string name = s.text(0);
    const auto h = histograms.find(name);
    if (h == histograms.end()) damaged("its table 'histograms' has " + in_quotes(name) + ", which is not known");
    const HistogramKind kind = kind_of(name);
    const auto value = static_cast<int>(s.number(1, kind.least, kind.most));
    if (!h->second->emplace(value, s.number(2, 1)).second)
      damaged("its table 'histograms' has " + std::to_string(value) + " of " + in_quotes(name) + " twice");
  }
}

void load_cards(Database& db, std::int64_t cell, Tally& t) {
  std::vector<Sums> cards(t.cards.size(), Sums("'card_sums'"));
  const auto last = static_cast<std::int64_t>(cards.size()) - 1;
  for (auto& s = db.statement("SELECT card, name, value FROM card_sums WHERE cell = ?", cell); s.status();)
    cards[static_cast<std::size_t>(s.number(0, 0, last))].note(s.text(1), s.number(2));
  for (std::size_t c = 0; c < cards.size(); ++c) {
    for_each_card_sum(t.cards[c], [&](const std::string& name, std::int64_t& n) {
      n = cards[c].take(name, name == "swing" ? INT64_MIN : 0);
    });
    cards[c].finish();
  }
  for (auto& s = db.statement("SELECT card, what, times FROM obstacles WHERE cell = ?", cell); s.status();)
    t.cards[static_cast<std::size_t>(s.number(0, 0, last))].obstacles[s.text(1)] += s.number(2, 1);
}

Tally load_tally(Database& db, std::int64_t cell, const Provenance& p) {
  Tally t(p.conditions.size(), p.cards.size());
  Sums sums("'sums'");
  for (auto& s = db.statement("SELECT name, value FROM sums WHERE cell = ?", cell); s.status();)
    sums.note(s.text(0), s.number(1));
  for_each_sum(t, [&](const char* name, std::int64_t& n) { n = sums.take(name, 0); });
  sums.finish();
  load_histograms(db, cell, t);
  const auto last = static_cast<std::int64_t>(t.conditions.size()) - 1;
  for (auto& s = db.statement("SELECT condition, black, white FROM condition_sums WHERE cell = ?", cell); s.status();)
    t.conditions[static_cast<std::size_t>(s.number(0, 0, last))] = {s.number(1, 0), s.number(2, 0)};
  load_cards(db, cell, t);
  for (auto& s = db.statement("SELECT course, games FROM courses WHERE cell = ?", cell); s.status();)
    t.courses.add(static_cast<std::uint64_t>(s.number(0, 0)), s.number(1, 1));
  for (auto& s = db.statement("SELECT what, games, first FROM fault_kinds WHERE cell = ?", cell); s.status();)
    t.fault_kinds[s.text(0)] = {s.number(1, 1), static_cast<std::uint64_t>(s.number(2, 0, kMostGames))};
  return t;
}

PairTally load_pairs(Database& db, std::int64_t cell) {
  PairTally t;
  auto& sums = db.statement(
      "SELECT pairs, apart, half_wins, base_half_wins, other_courses, differing FROM pair_sums WHERE cell = ?", cell);
  while (sums.status()) {
    t.pairs = sums.number(0, 0, kMostGames), t.apart = sums.number(1, 0, t.pairs);
    t.half_wins = {sums.number(2, 0, 2 * t.pairs), sums.number(3, 0, 2 * t.pairs)};
    t.other_courses = sums.number(4, 0, t.pairs), t.differing = sums.number(5, t.other_courses, t.pairs);
  }
  struct Kind {
    std::int64_t least, most;
    Histogram* to;
  };
  std::map<std::string, Kind> kinds;
  for_each_pair_histogram(t, [&](const char* name, Histogram& h, std::int64_t least, std::int64_t most) {
    kinds[name] = {least, most, &h};
  });
  for (auto& s = db.statement("SELECT name, value, pairs FROM pair_histograms WHERE cell = ?", cell); s.status();) {
    const std::string name = s.text(0);
    const auto it = kinds.find(name);
    if (it == kinds.end()) damaged("its table 'pair_histograms' has " + in_quotes(name) + ", which is not known");
    const Kind& kind = it->second;
    (*kind.to)[static_cast<int>(s.number(1, kind.least, kind.most))] += s.number(2, 1, kMostGames);
  }
  return t;
}

Ranges load_ranges(Database& db, std::int64_t cell, const Provenance& p) {
  Ranges games;
  for (Statement& s = db.statement("SELECT first, last FROM ranges WHERE cell = ? ORDER BY first", cell); s.status();) {
    const std::int64_t first = s.number(0, static_cast<std::int64_t>(games.end()), kMostGames);
    games.add({static_cast<std::uint64_t>(first),
               static_cast<std::uint64_t>(s.number(1, first, static_cast<std::int64_t>(p.games) - 1)) + 1});
  }
  return games;
}

void load_cells(Database& db, StoreHead& head) {
  for (Statement& s = db.statement("SELECT id, line, base, cell FROM cells ORDER BY cell"); s.status();) {
    const auto next = static_cast<std::int64_t>(head.cells.size());
    s.number(3, next, std::min<std::int64_t>(next, kMostCells - 1));
    StoreCell& c = head.cells.emplace_back();
    c.id = s.text(0), c.row = static_cast<std::uint64_t>(s.number(1, 0, kMostCells));
    if (!s.is_null(2)) c.base = static_cast<std::size_t>(s.number(2, 0, kMostCells));
  }
  if (head.cells.empty()) throw StoreError(2, "it holds no cells of games");
  if (head.kind == "compare" && head.cells.size() != 2)
    throw StoreError(2, "it holds a comparison with " + std::to_string(head.cells.size()) + " cells of games, not two");
  const bool one = (head.kind == "simulate" || head.kind == "cards") && head.cells.size() == 1;
  if (head.kind != "compare" && head.kind != "sweep" && !one)
    damaged("it holds " + std::to_string(head.cells.size()) + " cells of the kind " + in_quotes(head.kind));
  for (std::size_t c = 0; c < head.cells.size(); ++c) {
    const auto& base = head.cells[c].base;
    if (base && (*base >= head.cells.size() || *base == c || head.cells[*base].base))
      throw StoreError(2, "its cell '" + printable(head.cells[c].id) + "' is compared with one that is not there");
  }
}

// Rows of cells that are not there.
void check_strays(Database& db, std::size_t cells) {
  static const std::vector<std::string> queries = [] {
    std::vector<std::string> out;
    for (const std::string table :
         {"ranges",     "settings",        "rule_files", "cards",        "conditions",    "sums",
          "histograms", "condition_sums",  "card_sums",  "obstacles",    "courses",       "fault_kinds",
          "pair_sums",  "pair_histograms", "baselines",  "forced_deals", "forced_ranges", "forced_histograms",
          "faults",     "games",           "game_cards"})
      for (const char* order : {"", " DESC"})
        out.push_back("SELECT cell FROM " + table + " ORDER BY cell" + order + " LIMIT 1");
    return out;
  }();
  for (const std::string& sql : queries)
    if (Statement& s = db.statement(sql.c_str()); s.status())
      s.number(0, 0, static_cast<std::int64_t>(cells) - 1), s.reset();
}

}  // namespace

Stored load_store(Database& db) {
  Stored out;
  auto text = words(db, "SELECT key, value FROM provenance");
  out.head.kind = text["kind"], out.head.title = text["title"], out.head.plan = text["plan"];
  out.head.command = text["command"], out.head.rules = text["rules"];
  if (!are_shell_words(out.head.command, kProgram) || !are_shell_words(out.head.rules, " --rules "))
    damaged("its command is none that this program writes");
  out.head.notes = words(db, "SELECT key, value FROM notes");
  for (Statement& s = db.statement("SELECT shard, shards FROM shards ORDER BY shards, shard"); s.status();) {
    const std::int64_t of = s.number(1, 1, kMostShards);
    out.shards.push_back({static_cast<std::uint64_t>(s.number(0, 1, of)), static_cast<std::uint64_t>(of)});
  }
  load_cells(db, out.head);
  check_strays(db, out.head.cells.size());
  for (std::size_t c = 0; c < out.head.cells.size(); ++c) {
    const auto cell = static_cast<std::int64_t>(c);
    Provenance& p = out.head.cells[c].provenance = load_provenance(db, cell, text["program"]);
    p.from = text["from"];
    if (p.games != out.head.games()) damaged("not as many games were asked for of each cell");
    CellState& state = out.cells.emplace_back();
    state.tally = load_tally(db, cell, p), state.pairs = load_pairs(db, cell), state.games = load_ranges(db, cell, p);
    state.deals = load_deals(db, cell, p);
    for (const auto& [key, deal] : state.deals) out.head.deals.push_back(key);
    if (const std::string why = contradiction(state, out.head.cells[c].base.has_value()); !why.empty())
      damaged(why + (out.head.cells.size() > 1 ? " (cell " + printable(out.head.cells[c].id) + ")" : ""));
  }
  if ((out.head.kind == "cards") == out.head.deals.empty())
    damaged(out.head.deals.empty() ? "it has no cards that are dealt" : "it has cards that nobody has dealt");
  return out;
}

}  // namespace gofuda::lab
