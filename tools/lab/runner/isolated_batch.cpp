#include "tools/lab/runner/isolated_batch.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <optional>

#include "core/notation/saved_game.hpp"
#include "tools/lab/runner/record_message.hpp"

namespace gofuda::lab {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kFrame = 64u << 10;     // bytes, about, of the records that are sent together
constexpr std::size_t kMostOrders = 2;        // so that a process need not wait for the next one
constexpr std::size_t kMostHeard = 8u << 20;  // bytes of the records of more games than one
constexpr std::chrono::seconds kGrace{1};     // for the games in hand, when the batch is to stop

constexpr std::size_t kMostDeals = 8;  // on purpose, in a game

constexpr std::uint64_t kAny = ~std::uint64_t{0};

// What decides the games of a plan besides its rules.
std::string words_of_games(const Plan& plan) {
  isolate::MessageWriter to;
  to.number(plan.seed), to.number(plan.deal_seed ? 1 : 0), to.number(plan.deal_seed.value_or(0));
  for (const std::string& p : plan.players) to.text(p);
  to.number(plan.deals.size());
  for (const ForcedDeal& deal : plan.deals) {
    to.number(static_cast<std::uint64_t>(deal.seat)), to.number(deal.card);
    to.number(static_cast<std::uint64_t>(deal.kind)), to.number(deal.top ? 1 : 0), to.number(deal.second ? 1 : 0);
  }
  return to.take();
}

Plan with_words(Plan plan, const std::string& words) {
  isolate::MessageReader from(words);
  plan.seed = from.number(kAny);
  const bool own_deal = from.flag();
  const std::uint64_t deal_seed = from.number(kAny);
  plan.deal_seed = own_deal ? std::optional(deal_seed) : std::nullopt;
  for (std::string& p : plan.players) p = from.text();
  plan.deals.resize(from.count(kMostDeals));
  for (ForcedDeal& deal : plan.deals) {
    deal.seat = from.one_of<Seat>(2), deal.card = static_cast<CardId>(from.number(kNoCard));
    deal.kind = from.one_of<DealKind>(3), deal.top = from.flag(), deal.second = from.flag();
  }
  return plan;
}

}  // namespace

void answer_orders(isolate::Inside& inside, const Plan& plan) {
  std::string words = words_of_games(plan);
  auto runner = std::make_unique<Runner>(plan);
  isolate::MessageWriter to;
  while (const std::optional<std::string> order = inside.receive()) {
    isolate::MessageReader from(*order);
    const std::uint64_t first = from.number(kAny), games = from.number(kAny);
    if (std::string asked = from.text(); asked != words) {
      runner = std::make_unique<Runner>(with_words(plan, asked));
      words = std::move(asked);
    }
    for (std::uint64_t k = 0; k < games; ++k) {
      const GameRecord* g = runner->play(first + k);
      if (!g) return;
      write_record(to, *g);
      if (to.size() >= kFrame || k + 1 == games) inside.send(to.take());
    }
  }
}

struct IsolatedBatch::Slot {
  std::unique_ptr<isolate::Process> process;
  bool begun = false;  // its first message has come
  struct Order {
    Chunk chunk;
    std::uint64_t heard = 0;  // games
    std::size_t bytes = 0;
  };
  std::deque<Order> orders;
  Clock::time_point since;  // when the first order's turn came
  std::uint64_t size = 1;   // of the next order, at most
};

// The course of one batch.
class IsolatedBatch::Drive {
 public:
  Drive(IsolatedBatch& crew, const Batch& batch)
      : crew_(crew), batch_(batch), words_(words_of_games(batch.plan)), next_(batch.first), folded_(batch.first) {}

  void run(const std::function<void(Chunk&)>& fold, const std::function<void()>& tick) {
    auto ticked = Clock::now();
    while (!over()) {
      for (auto& slot : crew_.slots_) hand_out(*slot);
      listen();
      while (!done_.empty() && done_.begin()->first == folded_) {
        auto node = done_.extract(done_.begin());
        folded_ = node.mapped().end;
        fold(node.mapped());
      }
      if (Clock::now() - ticked < std::chrono::milliseconds(100)) continue;
      tick();
      ticked = Clock::now();
    }
    for (auto& slot : crew_.slots_)
      if (!slot->orders.empty()) drop(*slot);
    tick();
  }

 private:
  bool stopped() const { return batch_.stop && batch_.stop->load(std::memory_order_relaxed); }

  bool over() {
    if (folded_ == batch_.end) return true;
    if (!stopped()) return false;
    if (!stopped_since_) stopped_since_ = Clock::now();
    const bool working =
        std::any_of(crew_.slots_.begin(), crew_.slots_.end(), [](const auto& slot) { return !slot->orders.empty(); });
    return !working || Clock::now() - *stopped_since_ > kGrace;
  }

  void drop(Slot& slot) {
    slot.process.reset();
    slot.begun = false;
    slot.orders.clear();
  }

  // Small enough that little is in hand when the batch is stopped, and that the processes end at about the same time.
  bool take(const Slot& slot, Chunk& chunk) {
    if (!again_.empty()) {
      std::tie(chunk.first, chunk.end) = *again_.begin();
      again_.erase(again_.begin());
      return true;
    }
    const std::uint64_t left = batch_.end - next_;
    if (left == 0 || done_.size() >= kMostPending * crew_.slots_.size()) return false;
    chunk.first = next_;
    chunk.end = next_ += std::clamp<std::uint64_t>(left / (4 * crew_.slots_.size()), 1, slot.size);
    return true;
  }

  void hand_out(Slot& slot) {
    while (slot.orders.size() < kMostOrders && !stopped()) {
      Slot::Order order;
      if (!take(slot, order.chunk)) return;
      if (!slot.process) slot.process = crew_.process();
      order.chunk.tally = Tally(crew_.game_.conditions, crew_.game_.cards);
      isolate::MessageWriter to;
      to.number(order.chunk.first), to.number(order.chunk.end - order.chunk.first), to.text(words_);
      if (slot.orders.empty()) begin_order(slot);
      slot.orders.push_back(std::move(order));
      slot.process->send(to.take());
    }
  }

  void begin_order(Slot& slot) {
    slot.since = Clock::now();
    slot.process->allow();
  }

  void listen() {
    std::vector<pollfd> open;
    for (const auto& slot : crew_.slots_)
      if (slot->process) open.push_back({slot->process->descriptor(), POLLIN, 0});
    ::poll(open.data(), open.size(), 100);
    for (auto& slot : crew_.slots_) {
      if (!slot->process) continue;
      slot->process->look();
      while (const std::optional<std::string> message = slot->process->take()) hear(*slot, *message);
      if (slot->process->lost()) lose(*slot);
    }
  }

  void hear(Slot& slot, const std::string& message) {
    if (!slot.begun) {
      slot.begun = message == crew_.head_;
      if (!slot.begun) slot.process->distrust();
      return;
    }
    if (slot.orders.empty() || message.empty()) return slot.process->distrust();
    Slot::Order& order = slot.orders.front();
    const std::uint64_t games = order.chunk.end - order.chunk.first;
    order.bytes += message.size();
    isolate::MessageReader from(message);
    while (!from.whole() && !from.bad() && order.heard < games) hear_record(slot, order, from);
    if (!from.whole() || (games > 1 && order.bytes > kMostHeard)) return slot.process->distrust();
    if (order.heard == games) finish(slot);
  }

  void hear_record(const Slot& slot, Slot::Order& order, isolate::MessageReader& from) {
    constexpr std::chrono::nanoseconds kClocksDiffer = std::chrono::seconds(1);
    const std::chrono::nanoseconds most = Clock::now() - slot.since + kClocksDiffer;
    record_.number = order.chunk.first + order.heard++;
    read_record(from, {crew_.game_.cards, crew_.game_.conditions, most.count(), batch_.plan.most_turns}, record_);
    if (!from.bad()) add(order.chunk, record_);
  }

  void add(Chunk& chunk, const GameRecord& g) const {
    chunk.tally.add(g);
    if (batch_.keep_games || g.outcome == GameResult::fault) chunk.games.push_back(g);
  }

  void finish(Slot& slot) {
    Chunk chunk = std::move(slot.orders.front().chunk);
    slot.orders.pop_front();
    slot.size = fitting_size(chunk.end - chunk.first, Clock::now() - slot.since);
    if (!slot.orders.empty()) begin_order(slot);
    done_.emplace(chunk.first, std::move(chunk));
  }

  // With one game in hand, that is the game that has failed; of more, each is tried alone.
  void lose(Slot& slot) {
    const std::string why = slot.process->end();
    if (stopped()) return drop(slot);  // what it had in hand was not played
    if (!slot.begun && !slot.orders.empty()) throw isolate::CannotIsolate("a process of the batch " + why);
    for (std::size_t i = 0; i < slot.orders.size(); ++i) {
      const Chunk& chunk = slot.orders[i].chunk;
      if (i > 0)
        again_.emplace(chunk.first, chunk.end);
      else if (chunk.end - chunk.first > 1)
        for (std::uint64_t k = chunk.first; k < chunk.end; ++k) again_.emplace(k, k + 1);
      else
        fail(chunk.first, why);
    }
    drop(slot);
    slot.size = 1;
  }

  void fail(std::uint64_t number, const std::string& why) {
    GameRecord g;
    g.number = number;
    g.outcome = GameResult::fault;
    const std::string what = "the script's process " + why, title = "game " + std::to_string(number) + ": " + what;
    g.fault = to_text({"", 0, 0, "isolate", what, Severity::error});
    // No more is known of it than how it begins.
    g.reproduction = saved_game_head(crew_.game_.variant, {batch_.plan.seed, number}, batch_.plan.settings, title) +
                     "decks: shuffled\nplay:\n";
    Chunk chunk;
    chunk.first = number, chunk.end = number + 1;
    chunk.tally = Tally(crew_.game_.conditions, crew_.game_.cards);
    add(chunk, g);
    done_.emplace(number, std::move(chunk));
  }

  IsolatedBatch& crew_;
  const Batch& batch_;
  std::string words_;
  std::map<std::uint64_t, Chunk> done_;           // by first game: waiting to be handed over
  std::map<std::uint64_t, std::uint64_t> again_;  // first and end of what a lost process had in hand
  std::uint64_t next_, folded_;
  std::optional<Clock::time_point> stopped_since_;
  GameRecord record_;
};

IsolatedBatch::IsolatedBatch(const isolate::Limits& limits, isolate::Work work, int processes)
    : limits_(limits), work_(std::move(work)) {
  for (int i = 0; i < processes; ++i) slots_.push_back(std::make_unique<Slot>());
}

IsolatedBatch::~IsolatedBatch() = default;

std::unique_ptr<isolate::Process> IsolatedBatch::process() const {
  return std::make_unique<isolate::Process>(limits_, work_);
}

std::optional<std::string> IsolatedBatch::begin(std::string& why) {
  Slot& slot = *slots_[0];
  slot.process = process();
  std::optional<std::string> head = slot.process->answer();
  slot.begun = head.has_value();
  if (head)
    head_ = *head;
  else
    why = slot.process->end(), slot.process.reset();
  return head;
}

void IsolatedBatch::run(const Batch& batch, const std::function<void(Chunk&)>& fold,
                        const std::function<void()>& tick) {
  Drive(*this, batch).run(fold, tick);
}

}  // namespace gofuda::lab
