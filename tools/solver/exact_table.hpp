// What a search remembers of positions: a bound on the value, how far was looked for it, and the best move.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace gofuda::tools {

struct TableEntry {
  enum Bound : std::uint8_t { none, upper, lower, exact };
  static constexpr std::uint8_t kToTheEnd = 255;  // depth: nothing was guessed

  std::uint64_t key = 0;
  std::int16_t value = 0;
  std::uint16_t move = 0;
  std::uint8_t depth = 0;
  Bound bound = none;

  bool cuts(int alpha, int beta) const {
    return bound == exact || (bound == lower && value >= beta) || (bound == upper && value <= alpha);
  }
};

// A table of fixed size: of four entries that compete for a place, the one that looked least far goes.
class SearchTable {
 public:
  explicit SearchTable(int bits) : entries_(std::size_t{1} << bits) {}
  void clear() { std::fill(entries_.begin(), entries_.end(), TableEntry{}); }

  const TableEntry* find(std::uint64_t key) const {
    const std::size_t first = place(key);
    for (std::size_t i = first; i < first + 4; ++i)
      if (entries_[i].key == key && entries_[i].bound != TableEntry::none) return &entries_[i];
    return nullptr;
  }
  void store(const TableEntry& e) {
    const std::size_t first = place(e.key);
    TableEntry* worst = &entries_[first];
    for (std::size_t i = first; i < first + 4; ++i) {
      TableEntry& old = entries_[i];
      if (old.key == e.key || old.bound == TableEntry::none) return void(old = e);
      if (old.depth < worst->depth) worst = &old;
    }
    *worst = e;
  }

 private:
  std::size_t place(std::uint64_t key) const { return (key & (entries_.size() - 1)) & ~std::size_t{3}; }
  std::vector<TableEntry> entries_;
};

}  // namespace gofuda::tools
