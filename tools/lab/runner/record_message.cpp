#include "tools/lab/runner/record_message.hpp"

#include <utility>

#include "tools/lab/runner/runner.hpp"
#include "tools/lab/statistics/breadth.hpp"

namespace gofuda::lab {

namespace {

using isolate::MessageReader;
using isolate::MessageWriter;

constexpr std::uint64_t kMostCount = 100'000'000;
constexpr std::int64_t kMostMovesOfTurn = 1024;           // a turn fails that makes more than a thousand
constexpr std::int64_t kMostTaken = kMaxSide * kMaxSide;  // stones, by a move
constexpr std::int64_t kMostSwing = 10'000;
constexpr std::size_t kMostFault = 1u << 16, kMostGame = 8u << 20;  // bytes
constexpr std::size_t kMostBreadths = 1u << 18;  // the square of what they add up to still is a number

void write_card(MessageWriter& to, const CardUse& u) {
  const bool used = u.drawn[0] | u.drawn[1] | u.played[0] | u.played[1] | u.unplayable[0] | u.unplayable[1] | u.swings;
  to.number(used);
  if (!used) return;
  for (const auto* pair : {&u.drawn, &u.played, &u.unplayable}) to.number((*pair)[0]), to.number((*pair)[1]);
  to.number(u.swings), to.signed_number(u.swing), to.signed_number(u.swing_squares);
}

CardUse read_card(MessageReader& from) {
  CardUse u;
  if (!from.flag()) return u;
  constexpr std::uint64_t kMost = 0xffff;
  for (auto* pair : {&u.drawn, &u.played, &u.unplayable})
    for (std::uint16_t& n : *pair) n = static_cast<std::uint16_t>(from.number(kMost));
  u.swings = static_cast<std::uint16_t>(from.number(kMost));
  u.swing = static_cast<std::int32_t>(from.signed_number(-kMostSwing * u.swings, kMostSwing * u.swings));
  u.swing_squares = from.signed_number(0, kMostSwing * kMostSwing * u.swings);
  return u;
}

void read_obstacles(MessageReader& from, GameRecord& g) {
  constexpr std::size_t kMostText = 1000;
  g.obstacles.clear();
  std::vector<std::int64_t> times(g.cards.size());
  for (std::size_t n = from.count(kMostObstacles); n > 0 && !from.bad(); --n) {
    const auto card = static_cast<CardId>(from.number(0xffff));
    std::string what = from.line(kMostText);
    const auto often = static_cast<std::int64_t>(from.number(kMostCount));
    if (card >= g.cards.size() || what.empty() || often == 0) return from.refuse();
    const CardUse& use = g.cards[card];
    if ((times[card] += often) > use.unplayable[0] + use.unplayable[1]) return from.refuse();
    g.obstacles.push_back({card, std::move(what), often});
  }
}

// What is said in two places agrees, and no more has happened than the turns have room for.
bool consistent(const GameRecord& g, const RecordBounds& bounds) {
  if (g.outcome == GameResult::stopped && g.turns < bounds.turns) return false;
  if (std::int64_t{g.moves} > (std::int64_t{g.turns} + 1) * kMostMovesOfTurn) return false;
  if (std::int64_t{g.prisoners[0]} + g.prisoners[1] > std::int64_t{g.moves} * kMostTaken) return false;
  const bool fault = g.outcome == GameResult::fault, ended = !fault && g.outcome != GameResult::stopped;
  const bool counting = g.ending == Ending::passes || g.ending == Ending::exhausted;
  return fault != g.fault.empty() && (fault || g.reproduction.empty()) && (!ended || g.ending != Ending::none) &&
         (!g.counted || counting);
}

}  // namespace

void write_record(MessageWriter& to, const GameRecord& g) {
  for (const auto n : {static_cast<unsigned>(g.first), static_cast<unsigned>(g.outcome),
                       static_cast<unsigned>(g.ending), static_cast<unsigned>(g.counted)})
    to.number(n);
  to.signed_number(g.margin), to.number(g.won_by);
  for (const int n : {g.turns, g.moves, g.prisoners[0], g.prisoners[1]}) to.number(static_cast<std::uint64_t>(n));
  to.signed_number(g.nanoseconds), to.number(g.course);
  to.number(g.cards.size());
  for (const CardUse& u : g.cards) write_card(to, u);
  to.number(g.breadths.size());
  for (const Breadth& b : g.breadths)
    to.number(static_cast<unsigned>(b.choice) + kChoices * static_cast<unsigned>(b.bin));
  to.number(g.obstacles.size());
  for (const CardObstacle& o : g.obstacles)
    to.number(o.card), to.text(o.what), to.number(static_cast<std::uint64_t>(o.times));
  to.text(g.fault), to.text(g.reproduction);
}

void read_record(MessageReader& from, const RecordBounds& bounds, GameRecord& g) {
  g.first = from.one_of<Seat>(2), g.outcome = from.one_of<GameResult>(5), g.ending = from.one_of<Ending>(kEndings);
  g.counted = from.flag();
  g.margin = static_cast<int>(from.signed_number(-kMostMargin, kMostMargin));
  g.won_by = static_cast<std::uint32_t>(from.number((std::uint64_t{1} << bounds.conditions) - 1));
  g.turns = static_cast<int>(from.number(static_cast<std::uint64_t>(bounds.turns)));
  for (int* n : {&g.moves, &g.prisoners[0], &g.prisoners[1]}) *n = static_cast<int>(from.number(kMostCount));
  g.nanoseconds = from.signed_number(0, bounds.nanoseconds), g.course = from.number(Courses::kMostCourse - 1);
  g.cards.clear();
  if (from.count(bounds.cards) != bounds.cards) from.refuse();
  for (std::size_t c = 0; c < bounds.cards && !from.bad(); ++c) g.cards.push_back(read_card(from));
  g.breadths.clear();
  constexpr std::uint64_t kBins = breadth_bin(~std::uint64_t{0}) + 1;
  for (std::size_t n = from.count(kMostBreadths); n > 0 && !from.bad(); --n) {
    const std::uint64_t both = from.number(kChoices * kBins - 1);
    g.breadths.push_back({static_cast<Choice>(both % kChoices), static_cast<int>(both / kChoices)});
  }
  read_obstacles(from, g);
  g.fault = from.line(kMostFault), g.reproduction = from.text(kMostGame);
  if (!consistent(g, bounds)) from.refuse();
}

}  // namespace gofuda::lab
