// Many games in step under several readings: how often each parts from the first one, what it changes, and the smallest
// position that shows it.
#pragma once

#include <atomic>
#include <functional>
#include <map>

#include "tools/lab/finding/shrink.hpp"
#include "tools/lab/statistics/stats.hpp"

namespace gofuda::lab {

class Hands;

struct Search {
  Match match;
  std::uint64_t games = 1000;
  int threads = 1;
  Hands* hands = nullptr;  // as of a batch
  // Which readings of `match.others` say only a part of what the first one of them says: a difference that one of those
  // shows as well is theirs.
  bool first_is_whole = false;
};

// What one of the other readings does in the games.
struct OtherTally {
  std::int64_t met = 0;                       // games in which it parts from the first reading,
  std::int64_t played = 0;                    // of these, by answers that were given, not only tried
  std::int64_t pairs = 0;                     // games that have ended under both
  std::int64_t unseen = 0;                    // games that have gone otherwise, though nothing says where they part
  std::int64_t winner = 0, length = 0;        // pairs with another winner; with another number of turns
  std::int64_t for_black = 0, for_white = 0;  // pairs whose result is better for that side
  std::int64_t endless = 0;                   // games that were stopped under it, and not under the first reading
  std::int64_t failed = 0;                    // games that failed under it, and not under the first reading
  Moments shift;                              // of Black's result, in half wins
  std::string fault;                          // of the first that failed in a turn
};

// Games that part in the same way.
struct Finding {
  std::size_t other = 0;
  Parting parting = Parting::asked;
  std::string card;
  std::int64_t games = 0;
  std::uint64_t game = 0;  // of the smallest position
  std::size_t turn = 0;    // from 0
  std::optional<Shrunk> shrunk;
};

struct SearchResult {
  std::uint64_t games = 0;
  std::array<std::int64_t, 5> outcomes{};  // by GameResult
  std::int64_t left_out = 0, turns = 0;    // turns that could not be compared, of so many
  std::vector<OtherTally> others;
  std::vector<Finding> findings;  // by reading, those of most games first
  bool stopped = false;
};

// Where a game has parted, kept to be shrunk.
struct Sample {
  std::uint64_t game = 0;
  Meeting meeting;
};

// In two steps, so that who stops the first may still have the second. `tick` is told how many games, or positions, are
// done.
class Searcher {
 public:
  explicit Searcher(const Search& search) : search_(search) {}
  using Tick = std::function<void(std::uint64_t)>;
  void play(const std::atomic<int>& stop, const Tick& tick);
  std::size_t groups() const { return groups_.size(); }
  void shrink(const std::atomic<int>& stop, const Tick& tick);
  SearchResult take();

 private:
  struct Group {
    std::size_t other;
    Parting parting;
    std::string card;
    auto operator<=>(const Group&) const = default;
  };
  struct Kept {
    std::int64_t games = 0;
    std::vector<Sample> samples;
  };
  void fold(SteppedGame& game);
  Finding smallest(const Group& group, const Kept& kept, std::vector<std::unique_ptr<Bench>>& benches) const;

  const Search& search_;
  SearchResult result_;
  std::map<Group, Kept> groups_;
};

}  // namespace gofuda::lab
