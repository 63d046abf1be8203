#include "tools/lab/store/gaps.hpp"

#include <algorithm>

#include "tools/print/terminal.hpp"

namespace gofuda::lab {

namespace {

constexpr std::size_t kMostLines = 20;

void shorten(std::vector<std::string>& lines) {
  if (lines.size() <= kMostLines + 1) return;
  const std::size_t more = lines.size() - kMostLines;
  lines.resize(kMostLines);
  lines.push_back("and " + std::to_string(more) + " more");
}

bool lacks(const Stored& stored, const Shard& shard) {
  for (std::size_t c = 0; c < stored.cells.size(); ++c) {
    const StoreCell& cell = stored.head.cells[c];
    const Ranges own(shard.part(cell.provenance.games, cell.row));
    if (!own.without(stored.cells[c].games).empty()) return true;
    for (const auto& [key, deal] : stored.cells[c].deals)
      if (!own.without(deal.games).empty()) return true;
  }
  return false;
}

}  // namespace

Ranges missing_games(const Stored& stored, std::size_t cell) {
  return Ranges(Range{0, stored.head.cells[cell].provenance.games}).without(stored.cells[cell].games);
}

std::vector<Shard> missing_shards(const Stored& stored) {
  std::vector<Shard> out;
  if (stored.shards.empty()) return out;
  const std::uint64_t of = stored.shards[0].of;
  if (!std::all_of(stored.shards.begin(), stored.shards.end(), [&](const Shard& s) { return s.of == of; })) return out;
  for (Shard s{1, of}; s.number <= of; ++s.number)
    if (lacks(stored, s)) out.push_back(s);
  return out;
}

std::vector<std::string> missing_lines(const Stored& stored, const std::function<std::string(const Shard&)>& file) {
  const auto name = [&](const Shard& s) {
    return file ? shell_word(file(s)) : "part-" + std::to_string(s.number) + "-of-" + std::to_string(s.of) + ".sqlite";
  };
  std::vector<std::string> out;
  for (const Shard& s : missing_shards(stored))
    out.push_back("shard " + s.text() + ": " + stored.head.command + " --shard " + s.text() + " --out " + name(s));
  const bool by_shards = !out.empty();
  for (std::size_t c = 0; c < stored.cells.size() && !by_shards; ++c)
    if (const Ranges missing = missing_games(stored, c); !missing.empty())
      out.push_back(missing.text() + (stored.cells.size() > 1 ? " of cell " + stored.head.cells[c].id : ""));
  if (const auto lacking = static_cast<std::int64_t>(std::count_if(
          stored.head.deals.begin(), stored.head.deals.end(),
          [&](const DealKey& d) { return stored.cells[0].deals.at(d).games.games() < stored.head.games(); }));
      lacking > 0 && !by_shards)
    out.push_back("deals of " + tools::counted(lacking, stored.head.deals[0].two() ? "pair" : "card"));
  shorten(out);
  return out;
}

}  // namespace gofuda::lab
