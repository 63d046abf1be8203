#include "tools/players/stone_games.hpp"

#include <algorithm>
#include <cstdlib>

namespace gofuda::tools {

namespace {

constexpr std::uint32_t kChance = 256;  // of so many times,
constexpr unsigned kTaken = 240, kSaved = 240, kShaped = 240;
constexpr double kFarAhead = 0.31;  // of the board, in stones
constexpr int kMostMoves = 3;       // times the board

Point step_from(Point p, int step) { return static_cast<Point>(p + step); }

}  // namespace

// Of the chain of c in atari: to take what holds it, or to run where that helps.
void StoneGames::offer_ways_out(const StoneBoard& b, Colour c, Point stone) {
  Point s = stone;
  do
    for (const int step : kNeighbours)
      if (const Point q = step_from(s, step); b.at(q) == opposite(c) && b.in_atari(q))
        if (const Point p = b.last_liberty(q); p != b.ko()) offer(p);
  while ((s = b.next(s)) != stone);
  if (const Point out = b.last_liberty(stone); out != b.ko() && b.keeps_two(out, c)) offer(out);
}

void StoneGames::offer_shapes(const StoneBoard& b, Colour c, Point last) {
  const auto look = [&](int step) {
    const Point p = step_from(last, step);
    if (b.at(p) == Colour::empty && b.has_shape(p) && p != b.ko() && b.keeps_two(p, c)) offer(p);
  };
  for (const int step : kNeighbours) look(step);
  for (const int step : kDiagonals) look(step);
}

Point StoneGames::answer(const StoneBoard& b, Colour c, Point last, Draws& draws) {
  if (last == kNoPoint || b.at(last) != opposite(c)) return kNoPoint;
  const std::uint32_t dice = draws.below(kChance * kChance * kChance);
  const auto by_chance = [&](unsigned which, unsigned chance) { return (dice >> (8 * which)) % kChance < chance; };
  if (by_chance(0, kTaken) && b.in_atari(last))
    if (const Point p = b.last_liberty(last); p != b.ko()) return p;
  offers_ = 0;
  if (by_chance(1, kSaved))
    for (const int step : kNeighbours)
      if (const Point q = step_from(last, step); b.at(q) == c && b.in_atari(q)) offer_ways_out(b, c, q);
  if (offers_ == 0 && by_chance(2, kShaped)) offer_shapes(b, c, last);
  return offers_ > 0 ? offered_[draws.below(offers_)] : kNoPoint;
}

// Points that cannot be played go to the end of the list.
Point StoneGames::any(StoneBoard& b, Colour c, Draws& draws) const {
  for (int left = b.empty_count(); left > 0;) {
    const auto i = static_cast<int>(draws.below(static_cast<std::uint32_t>(left)));
    const Point p = b.empty(i);
    if (p != b.ko() && !b.is_eye(p, c) && (b.keeps_two(p, c) || b.is_thrown_in(p, c))) return p;
    b.swap_empty(i, --left);
  }
  return kNoPoint;
}

void StoneGames::run(StoneBoard& b, Colour c, Point last, Draws& draws, std::vector<Point>& played, bool end) {
  const int area = b.empty_count() + b.stone_count();
  const int far = static_cast<int>(kFarAhead * area), most = kMostMoves * area;
  const int ahead = end || std::abs(b.stone_lead()) > far ? area : far;  // already: those stones may be dead
  int passes = 0;
  for (int n = 0; n < most && passes < 2 && std::abs(b.stone_lead()) <= ahead; ++n, c = opposite(c)) {
    Point p = answer(b, c, last, draws);
    if (p == kNoPoint) p = any(b, c, draws);
    if (p == kNoPoint) {
      ++passes;
      b.pass();
    } else {
      passes = 0;
      b.play(p, c);
    }
    played.push_back(p);
    last = p;
  }
}

}  // namespace gofuda::tools
