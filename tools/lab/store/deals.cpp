// Cards dealt on purpose, in the file.
#include <algorithm>

#include "core/notation/text.hpp"
#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

namespace {

std::int64_t row(std::size_t n) { return static_cast<std::int64_t>(n); }

Ranges load_deal_games(Database& db, std::int64_t cell, const DealKey& key, const Provenance& p) {
  Ranges games;
  Statement& s =
      db.statement("SELECT first, last FROM forced_ranges WHERE cell = ? AND card = ? AND other = ? ORDER BY first",
                   cell, row(key.card), row(key.other));
  while (s.status()) {
    const std::int64_t first = s.number(0, static_cast<std::int64_t>(games.end()), kMostGames);
    games.add({static_cast<std::uint64_t>(first),
               static_cast<std::uint64_t>(s.number(1, first, static_cast<std::int64_t>(p.games) - 1)) + 1});
  }
  return games;
}

void load_deal_histograms(Database& db, std::int64_t cell, const DealKey& key, DealTally& to) {
  struct Kind {
    std::int64_t least, most;
    Histogram* to;
  };
  std::map<std::string, Kind> kinds;
  for_each_deal_histogram(to, key.two(), [&](const char* name, Histogram& h, std::int64_t least, std::int64_t most) {
    kinds[name] = {least, most, &h};
  });
  Statement& s =
      db.statement("SELECT name, value, games FROM forced_histograms WHERE cell = ? AND card = ? AND other = ?", cell,
                   row(key.card), row(key.other));
  while (s.status()) {
    const auto it = kinds.find(s.text(0));
    if (it == kinds.end())
      throw StoreError(
          1, "it is damaged: its table 'forced_histograms' has " + in_quotes(s.text(0)) + ", which is not known");
    const Kind& kind = it->second;
    (*kind.to)[static_cast<int>(s.number(1, kind.least, kind.most))] += s.number(2, 1, kMostGames);
  }
}

}  // namespace

void save_deals(Database& db, std::int64_t cell, const std::map<DealKey, DealState>& deals) {
  for (const auto& [key, deal] : deals) {
    const std::int64_t card = row(key.card), other = row(key.other);
    db.statement("REPLACE INTO forced_deals VALUES (?, ?, ?, ?, ?)", cell, card, other, deal.tally.apart,
                 deal.tally.changed)
        .run();
    db.statement("DELETE FROM forced_ranges WHERE cell = ? AND card = ? AND other = ?", cell, card, other).run();
    for (const Range& r : deal.games.list())
      db.statement("INSERT INTO forced_ranges VALUES (?, ?, ?, ?, ?)", cell, card, other,
                   static_cast<std::int64_t>(r.first), static_cast<std::int64_t>(r.end) - 1)
          .run();
    for_each_deal_histogram(deal.tally, key.two(),
                            [&](const char* name, const Histogram& h, std::int64_t, std::int64_t) {
                              for (const auto& [value, games] : h)
                                db.statement("REPLACE INTO forced_histograms VALUES (?, ?, ?, ?, ?, ?)", cell, card,
                                             other, std::string(name), std::int64_t{value}, games)
                                    .run();
                            });
  }
}

std::map<DealKey, DealState> load_deals(Database& db, std::int64_t cell, const Provenance& p) {
  std::map<DealKey, DealState> out;
  const std::int64_t last = row(p.cards.size()) - 1;
  for (Statement& s = db.statement("SELECT card, other, apart, changed FROM forced_deals WHERE cell = ?", cell);
       s.status();) {
    const DealKey key{static_cast<std::size_t>(s.number(0, 0, last)), static_cast<std::size_t>(s.number(1, 0, last))};
    DealState& deal = out[key];
    deal.tally.apart = s.number(2, 0, kMostGames), deal.tally.changed = s.number(3, 0, kMostGames);
  }
  for (auto& [key, deal] : out) {
    deal.games = load_deal_games(db, cell, key, p);
    load_deal_histograms(db, cell, key, deal.tally);
  }
  for (const char* table : {"SELECT count(*) FROM forced_ranges AS f WHERE NOT EXISTS (SELECT 1 FROM forced_deals AS d "
                            "WHERE d.cell = f.cell AND d.card = f.card AND d.other = f.other)",
                            "SELECT count(*) FROM forced_histograms AS f WHERE NOT EXISTS (SELECT 1 FROM forced_deals "
                            "AS d WHERE d.cell = f.cell AND d.card = f.card AND d.other = f.other)"})
    if (db.number(table) > 0) throw StoreError(1, "it is damaged: it has games of a deal that there is none of");
  return out;
}

std::vector<PairSide> Store::as_they_came(Range games) {
  std::vector<PairSide> out;
  Statement& s = db_->statement(
      "SELECT half_wins, margin, course FROM baselines WHERE cell = 0 AND game >= ? AND game < ? ORDER BY game",
      static_cast<std::int64_t>(games.first), static_cast<std::int64_t>(games.end));
  while (s.status()) {
    PairSide& side = out.emplace_back(PairSide{!s.is_null(0), !s.is_null(1), 0, 0, 0});
    if (side.ended) side.half_wins = static_cast<int>(s.number(0, 0, 2));
    if (side.counted) side.margin = static_cast<int>(s.number(1, -kMostMargin, kMostMargin));
    side.course = static_cast<std::uint64_t>(s.number(2, 0));
  }
  s.reset();
  if (out.size() != games.games()) throw StoreError(1, "it lacks games as they come");
  return out;
}

void Store::add(const DealKey& key, Range games, const DealTally& tally) {
  DealState& deal = now_.cells[0].deals.at(key);
  deal.tally.add(tally);
  deal.games.add(games);
  changed_[0] = true;
}

}  // namespace gofuda::lab
