#include "core/guided_playout.hpp"

#include <algorithm>

namespace gofuda {
namespace {

constexpr int kEyeSpace = 7;           // points of the largest room in which a single point decides
constexpr int kMostMoves = 3;          // times the points played on
constexpr std::uint32_t kSkipped = 8;  // one reply in so many is not given, so that nothing repeats for ever
constexpr int kThrownIn = 5;           // stones of the largest chain that is given away to spoil an eye

// The points beside p, to be left in the middle.
struct Around {
  std::array<Point, LinkedLattice::kBeside> points;
  int size = 0;
  const Point* begin() const { return points.data(); }
  const Point* end() const { return points.data() + size; }
};

Around around(const Board& board, Point p) {
  Around out{};
  board.lattice().for_each_beside(p, [&](Point n) { out.points[out.size++] = n; });
  return out;
}

// The points that are not c's and hang together with p, as long as they are few; whether only c's stones are around.
struct Room {
  std::array<Point, kEyeSpace + 1> points;
  int size = 0, hostile = 0;
  bool closed = true;
  bool contains(Point p) const { return std::find(points.begin(), points.begin() + size, p) != points.begin() + size; }
};

Room room_at(const Board& board, Point start, Colour c) {
  Room room;
  room.points[room.size++] = start;
  for (int i = 0; i < room.size; ++i) {
    room.hostile += board.at(room.points[i]) == opposite(c);
    for (const Point n : around(board, room.points[i])) {
      const Colour at = board.at(n);
      if (at == c || at == Colour::off || room.contains(n)) continue;
      if (room.size > kEyeSpace - 1) {
        room.closed = false;
        return room;
      }
      room.points[room.size++] = n;
    }
  }
  return room;
}

int inside(const Board& board, const Room& room, Point p) {
  int n = 0;
  for (const Point q : around(board, p)) n += room.contains(q);
  return n;
}

// The empty point with the most of the room beside it: there it is divided or filled best.
Point vital(const Board& board, const Room& room, Draws& draws) {
  Point best = kNoPoint;
  int most = 0, alike = 0;
  for (int i = 0; i < room.size; ++i) {
    const Point p = room.points[i];
    if (board.at(p) != Colour::empty) continue;
    const int n = inside(board, room, p);
    if (n < most || n < 2) continue;
    alike = n > most ? 1 : alike + 1;
    most = n;
    if (draws.below(static_cast<std::uint32_t>(alike)) == 0) best = p;
  }
  return best;
}

bool takes(const Board& board, Point p, Colour c) {
  for (const Point n : around(board, p)) {
    if (board.at(n) == opposite(c) && board.only_liberty(n) == p) return true;
  }
  return false;
}

struct After {
  int liberties = 0, stones = 1;  // of the chain that the stone would stand in; not beyond two liberties
  int ends = 0;                   // of its stones, itself aside, those with a single neighbour in it
};

// p takes nothing.
After after(const Board& board, Point p, Colour c) {
  After out;
  for (const Point n : around(board, p)) out.liberties += board.at(n) == Colour::empty;
  if (out.liberties >= 2) return out;
  PointSet liberties, stones;
  for (const Point n : around(board, p)) {
    if (board.at(n) == Colour::empty) liberties.insert(n);
    if (board.at(n) != c || stones.contains(n)) continue;
    if (!board.has_fewer_liberties(n, 3)) {
      out.liberties = 2;
      return out;
    }
    liberties |= board.liberties(n);
    stones |= board.chain(n);
  }
  liberties.erase(p);
  out.liberties = liberties.count();
  out.stones += stones.count();
  return out;
}

// Stones that fill a room so that what is left of it is one eye.
bool fills_an_eye(const Board& board, Point p, Colour c, int stones) {
  if (stones == 1) return true;
  if (stones > kThrownIn) return false;
  const Room room = room_at(board, p, opposite(c));
  return room.closed && room.hostile + 1 == stones && room.size <= stones + 1;
}

}  // namespace

GuidedPlayout::GuidedPlayout(const PointSet& where, bool careful) : where_(where), careful_(careful) {
  where.for_each([&](Point p) { pool_.push_back(p); });
}

// p takes nothing.
bool GuidedPlayout::gives_away(const Board& board, Point p, Colour c) const {
  const After then = after(board, p, c);
  return then.liberties < 2 && (careful_ || !fills_an_eye(board, p, c, then.stones));
}

// What a side that knows would do: not fill an own eye, give away stones, or spoil the room of its own eyes.
bool GuidedPlayout::sensible(const Board& board, Point p, Colour c) const {
  if (!board.legal(p, c) || board.is_eye(p, c)) return false;
  if (takes(board, p, c)) return true;
  if (gives_away(board, p, c)) return false;
  for (const Point n : around(board, p))
    if (board.at(n) == opposite(c)) return true;
  const Room own = room_at(board, p, c);
  return !own.closed || own.hostile > 0;
}

void GuidedPlayout::offer(const Board& board, Colour c, Point p) {
  if (p != kNoPoint && where_.contains(p) && board.legal(p, c)) offered_.push_back(p);
}

// Ways out for the chain of c that has this liberty alone: to run, or to take what holds it.
void GuidedPlayout::offer_ways_out(const Board& board, Colour c, Point atari) {
  const Point out = board.only_liberty(atari);
  if (takes(board, out, c) || after(board, out, c).liberties >= 2) offer(board, c, out);
  board.chain(atari).for_each([&](Point s) {
    for (const Point n : around(board, s)) {
      if (board.at(n) == opposite(c)) offer(board, c, board.only_liberty(n));
    }
  });
}

Point GuidedPlayout::reply(const Board& board, Colour c, Point last, Draws& draws) {
  if (last == kNoPoint || board.at(last) != opposite(c)) return kNoPoint;
  offered_.clear();
  offer(board, c, board.only_liberty(last));
  for (const Point n : around(board, last)) {
    if (board.at(n) == c && board.only_liberty(n) != kNoPoint) offer_ways_out(board, c, n);
  }
  if (!offered_.empty()) return offered_[draws.below(static_cast<std::uint32_t>(offered_.size()))];
  return decides(board, c, last, draws);
}

// The point that decides where a small room of c was entered, or one of the other side has become smaller.
Point GuidedPlayout::decides(const Board& board, Colour c, Point last, Draws& draws) const {
  for (const Colour side : {c, opposite(c)}) {
    for (const Point n : around(board, last)) {
      if (board.at(n) != Colour::empty) continue;
      const Room room = room_at(board, n, side);
      if (!room.closed || room.size < 3) continue;
      const Point p = vital(board, room, draws);
      if (p == kNoPoint || !where_.contains(p) || !board.legal(p, c)) continue;
      if (side == c || takes(board, p, c) || !gives_away(board, p, c)) return p;
    }
  }
  return kNoPoint;
}

Point GuidedPlayout::beside(const Board& board, Colour c, Point last, Draws& draws) const {
  std::array<Point, LinkedLattice::kBeside + LinkedLattice::kAcross> near;
  std::uint32_t left = 0;
  board.lattice().for_each_beside(last, [&](Point n) { near[left++] = n; });
  board.lattice().for_each_across(last, [&](Point n) { near[left++] = n; });
  while (left > 0) {
    const std::uint32_t i = draws.below(left);
    const Point p = near[i];
    near[i] = near[--left];
    if (where_.contains(p) && board.at(p) == Colour::empty && sensible(board, p, c)) return p;
  }
  return kNoPoint;
}

Point GuidedPlayout::draw(const Board& board, Colour c, Draws& draws) {
  for (auto left = static_cast<std::uint32_t>(pool_.size()); left > 0;) {
    const std::uint32_t i = draws.below(left);
    const Point p = pool_[i];
    std::swap(pool_[i], pool_[--left]);
    if (board.at(p) != Colour::empty) continue;
    ++looked_;
    if (sensible(board, p, c)) return p;
  }
  return kNoPoint;
}

void GuidedPlayout::run(Board& board, Colour to_move, Point last, Draws& draws) {
  const int most = kMostMoves * static_cast<int>(pool_.size());
  played_.clear();
  for (int moves = 0, passes = 0; passes < 2 && moves < most; ++moves, to_move = opposite(to_move)) {
    Point p = draws.below(kSkipped) == 0 ? kNoPoint : reply(board, to_move, last, draws);
    if (p == kNoPoint && last != kNoPoint) p = beside(board, to_move, last, draws);
    if (p == kNoPoint) p = draw(board, to_move, draws);
    if (p == kNoPoint) {
      ++passes;
      board.set_ko(kNoPoint);
    } else {
      passes = 0;
      board.play(p, to_move);
    }
    played_.push_back(p);
    last = p;
    ++looked_;
  }
}

}  // namespace gofuda
