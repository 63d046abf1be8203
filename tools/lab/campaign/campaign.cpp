#include "tools/lab/campaign/campaign.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "tools/lab/campaign/progress.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::lab {

namespace {

constexpr std::chrono::steady_clock::duration kCommit = std::chrono::milliseconds(500);
constexpr std::chrono::steady_clock::duration kFirst = std::chrono::milliseconds(20);

class Work {
 public:
  Work(const Campaign& campaign, Store& store, const Interrupt& interrupt)
      : campaign_(campaign),
        store_(store),
        interrupt_(interrupt),
        before_(store.now().games()),
        progress_(before_, before_ + store.games_left()) {}

  void play() {
    const StoreHead& head = store_.now().head;
    for (std::size_t cell = 0; cell < head.cells.size() && !stopped(); ++cell) {
      const Ranges left = store_.left(cell);
      if (left.empty()) continue;
      progress_.say(
          head.cells.size() > 1 ? "cell " + std::to_string(cell + 1) + " of " + std::to_string(head.cells.size()) : "");
      Batch batch;
      batch.plan = campaign_.plan(cell);
      batch.threads = campaign_.threads;
      batch.keep_games = store_.wants_games(cell);
      batch.stop = &interrupt_.caught();
      for (const Range& r : left.list())
        if (!stopped()) play_range(batch, cell, r);
    }
    store_.commit();
    store_.close();
  }

 private:
  bool stopped() const { return interrupt_.caught() != 0; }

  void play_range(Batch& batch, std::size_t cell, Range r) {
    batch.first = r.first, batch.end = r.end;
    auto fold = [&](Chunk& chunk) {
      store_.add(cell, chunk);
      played_ += chunk.end - chunk.first;
    };
    auto tick = [&] {
      progress_.show(before_ + played_);
      const auto now = std::chrono::steady_clock::now();
      if (now - saved_ < std::min(kCommit, saved_ - start_)) return;
      store_.commit();
      saved_ = now;
    };
    campaign_.play(batch, fold, tick);
  }

  const Campaign& campaign_;
  Store& store_;
  const Interrupt& interrupt_;
  std::uint64_t before_, played_ = 0;
  Progress progress_;
  // As if games had been kept already: between two times of keeping the time doubles until it is kCommit.
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now() - kFirst;
  std::chrono::steady_clock::time_point saved_ = start_ + kFirst;
};

bool any_faults(const Stored& stored) {
  for (const CellState& c : stored.cells)
    if (c.tally.faults > 0) return true;
  return false;
}

}  // namespace

void say_what_is_there(const std::string& file, const Store& store) {
  const std::uint64_t games = store.now().games();
  if (games == 0 || file.empty()) return;
  std::fprintf(stderr, "%s holds %llu of %s%s\n", printable(file).c_str(), static_cast<unsigned long long>(games),
               tools::counted(static_cast<std::int64_t>(games + store.games_left()), "game").c_str(),
               store.games_left() > 0 ? "; going on" : "");
}

void say_how_to_resume(const StoreHead& head, const std::string& also, Shard shard, const std::string& file,
                       std::uint64_t games, std::uint64_t all) {
  std::fprintf(stderr, "stopped after %llu of %s", static_cast<unsigned long long>(games),
               tools::counted(static_cast<std::int64_t>(all), "game").c_str());
  if (file.empty())
    std::fprintf(stderr, "; with --out FILE the same command could go on from here\n");
  else
    std::fprintf(stderr, "; to go on:\n  %s%s%s --out %s\n", printable(head.command).c_str(), also.c_str(),
                 shard.whole() ? "" : (" --shard " + shard.text()).c_str(), printable(shell_word(file)).c_str());
}

int lost_store(const std::string& file, const Store& store, const StoreError& e) {
  store_error(file, e);
  if (store.is_there())
    std::fprintf(stderr, "%llu games are safe in it; the same command goes on from there\n",
                 static_cast<unsigned long long>(store.committed()));
  return e.exit_code;
}

// Where two stores differ is told in lines of their own.
int store_error(const std::string& file, const StoreError& e) {
  const std::vector<std::string> lines = tools::lines_of(e.what());
  tools::say_error(file + ": " + (lines.empty() ? "" : lines[0]));
  for (std::size_t i = 1; i < lines.size(); ++i) std::fprintf(stderr, "%s\n", printable(lines[i]).c_str());
  return e.exit_code;
}

int run_campaign(const Campaign& campaign, const std::function<void(const Stored&)>& print) {
  std::unique_ptr<Store> store;
  try {
    store = std::make_unique<Store>(campaign.out, campaign.head, campaign.shard);
  } catch (const StoreError& e) { return store_error(campaign.out, e); }
  say_what_is_there(campaign.out, *store);
  if (campaign.shard.whole() && store->games_left() > 0)
    std::fprintf(stderr, "%s%s: %s\n", tools::counted(static_cast<std::int64_t>(campaign.head.games()), "game").c_str(),
                 campaign.head.cells.size() > 1 ? " of each cell" : "",
                 precision_text(static_cast<std::int64_t>(campaign.head.games())).c_str());
  Interrupt interrupt;
  try {
    Work(campaign, *store, interrupt).play();
  } catch (const StoreError& e) { return lost_store(campaign.out, *store, e); }
  print(store->now());
  if (const std::uint64_t left = store->games_left(); left > 0 && interrupt.caught()) {
    const std::uint64_t games = store->now().games();
    say_how_to_resume(campaign.head, campaign.also, campaign.shard, campaign.out, games, games + left);
    return 128 + interrupt.caught();
  }
  return any_faults(store->now()) ? 1 : 0;
}

}  // namespace gofuda::lab
