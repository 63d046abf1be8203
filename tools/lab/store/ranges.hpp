// Sets of game numbers, and how a batch is split into shards.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gofuda::lab {

struct Range {
  std::uint64_t first = 0, end = 0;  // first to end - 1
  std::uint64_t games() const { return end - first; }
  bool operator==(const Range&) const = default;
};

// In ascending order, none empty, none touching another.
class Ranges {
 public:
  Ranges() = default;
  explicit Ranges(Range whole) { add(whole); }
  void add(Range more);
  Ranges without(const Ranges& taken) const;
  Ranges common(const Ranges& other) const;
  std::uint64_t games() const;
  std::uint64_t end() const { return list_.empty() ? 0 : list_.back().end; }
  bool empty() const { return list_.empty(); }
  const std::vector<Range>& list() const { return list_; }
  std::string text() const;  // "games 0 to 49 and 75 to 99"
  bool operator==(const Ranges&) const = default;

 private:
  std::vector<Range> list_;
};

// One of `of` parts of a batch.
struct Shard {
  std::uint64_t number = 1, of = 1;
  bool whole() const { return of == 1; }
  std::string text() const { return std::to_string(number) + "/" + std::to_string(of); }
  auto operator<=>(const Shard&) const = default;
  // Its games of a cell: as many as those of any other shard, but for one. `row`: where a game is left over, the rows
  // of a sweep give it to different shards.
  Range part(std::uint64_t games, std::uint64_t row) const;
};

inline constexpr std::uint64_t kMostShards = 100'000;
inline constexpr std::int64_t kMostGames = 1'000'000'000'000;  // of a cell
// "2/8"
std::optional<Shard> read_shard(const std::string& text);

}  // namespace gofuda::lab
