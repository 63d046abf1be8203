#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include "core/board_impl.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gofuda {

namespace {

// What a neighbour that becomes a wall changes in Cell::around: no longer empty, but as good as black and white.
constexpr auto kWalled = static_cast<std::uint16_t>(kUnitOf[1] + kUnitOf[2] - kUnitOf[0]);

std::uint64_t wall_key(Point p) { return mix64((kZobrist.size() + p + 1) * 0x9e3779b97f4a7c15ull); }

}  // namespace

Board::Board(const Grid& grid)
    : empty_count_(0), cells_(grid.cells()), hash_(0), ko_(kNoPoint), lattice_(grid.lattice()), hash_kept_(true) {
  colour_.fill(static_cast<std::uint8_t>(Colour::off));
  stones_ = {};
  grid.points().for_each([&](Point p) { colour_[p] = 0; });
  for (int p = 0; p < cells_; ++p) cell_[p] = {0, static_cast<Point>(p), 0, kNeverNone};
  constexpr std::uint16_t kNobody = kUnitOf[1] + kUnitOf[2];
  lattice_.with([&](auto lattice) {
    grid.points().for_each([&](Point p) {
      cell_[p].link = static_cast<std::uint16_t>(empty_count_);
      empty_[empty_count_++] = p;
      std::uint16_t around = (kFull - lattice.kBeside) * kNobody;
      for (int i = 0; i < lattice.kBeside; ++i) around += colour_[lattice.cell_beside(p, i)] ? kNobody : kUnitOf[0];
      cell_[p].around = around;
    });
  });
}

// Only what a board of this height uses; but no colour of a larger board may be left beyond.
void Board::copy_from(const Board& o) {
  std::memcpy(colour_.data(), o.colour_.data(), static_cast<std::size_t>(o.cells_));
  if (cells_ > o.cells_)
    std::memset(colour_.data() + o.cells_, index(Colour::off), static_cast<std::size_t>(cells_ - o.cells_));
  std::memcpy(cell_.data(), o.cell_.data(), sizeof(Cell) * static_cast<std::size_t>(o.cells_));
  std::memcpy(empty_.data(), o.empty_.data(), sizeof(Point) * static_cast<std::size_t>(o.empty_count_));
  stones_ = o.stones_;
  empty_count_ = o.empty_count_;
  cells_ = o.cells_;
  hash_ = o.hash_;
  walls_hash_ = o.walls_hash_;
  ko_ = o.ko_;
  lattice_ = o.lattice_;
  hash_kept_ = o.hash_kept_;
}

std::uint64_t zobrist(Point p, Colour c) { return zobrist_key(p, c); }

std::uint64_t Board::count_hash() const {
  std::uint64_t hash = walls_hash_;
  for (Colour c : {Colour::black, Colour::white}) points_of(c).for_each([&](Point p) { hash ^= zobrist_key(p, c); });
  return hash;
}

PointSet Board::points_of(Colour c) const {
  PointSet set;
  const int words = (cells_ + 63) / 64;
#if defined(__AVX2__)
  const __m256i wanted = _mm256_set1_epi8(static_cast<char>(c));
  const auto members = [&](int first) {
    const __m256i cells = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(colour_.data() + first));
    return static_cast<std::uint64_t>(
        static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(cells, wanted))));
  };
  for (int i = 0; i < words; ++i) set.word(i) = members(i * 64) | members(i * 64 + 32) << 32;
#elif defined(__SSE2__)
  const __m128i wanted = _mm_set1_epi8(static_cast<char>(c));
  for (int i = 0; i < words; ++i) {
    std::uint64_t word = 0;
    for (int j = 0; j < 4; ++j) {
      const __m128i cells = _mm_loadu_si128(reinterpret_cast<const __m128i*>(colour_.data() + i * 64 + j * 16));
      word |= static_cast<std::uint64_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(cells, wanted))) << (j * 16);
    }
    set.word(i) = word;
  }
#else
  for (int i = 0; i < words; ++i) {
    std::uint64_t word = 0;
    for (int j = 0; j < 64; ++j) word |= static_cast<std::uint64_t>(colour_[i * 64 + j] == index(c)) << j;
    set.word(i) = word;
  }
#endif
  return set;
}

PointSet Board::chain(Point p) const {
  PointSet set;
  if (!is_stone(p)) return set;
  Point s = p;
  do set.insert(s);
  while ((s = cell_[s].link) != p);
  return set;
}

PointSet Board::liberties(Point p) const {
  PointSet set;
  if (!is_stone(p)) return set;
  Point s = p;
  lattice_.with([&](auto lattice) {
    do {
      for (int i = 0; i < lattice.kBeside; ++i)
        if (const Point n = lattice.beside(s, i); colour_[n] == index(Colour::empty)) set.insert(n);
    } while ((s = cell_[s].link) != p);
  });
  return set;
}

// Counted one by one, its liberties are at most as many times more as a point has neighbours.
bool Board::has_fewer_liberties(Point p, int n) const {
  const int counted = cell_[cell_[p].chain].liberties;
  if (counted < n || counted >= lattice_.most_beside() * n) return counted < n;
  return lattice_.with([&](auto lattice) {
    PointSet met;
    int left = n;
    Point s = p;
    do {
      for (int i = 0; i < lattice.kBeside; ++i) {
        const Point q = lattice.beside(s, i);
        if (colour_[q] != index(Colour::empty) || met.contains(q)) continue;
        if (--left == 0) return false;
        met.insert(q);
      }
    } while ((s = cell_[s].link) != p);
    return true;
  });
}

PointSet Board::chains_short_of(int n) const {
  PointSet out;
  stones().for_each([&](Point p) {
    if (cell_[p].chain != p || !has_fewer_liberties(p, n)) return;  // each chain once, where its liberties are kept
    Point s = p;
    do out.insert(s);
    while ((s = cell_[s].link) != p);
  });
  return out;
}

// A chain is counted to have as many liberties as its stones have empty points beside them.
bool Board::is_vacated(Point p, Colour c, std::span<const Stone> before) const {
  if (at(p) != opposite(c)) return at(p) == Colour::empty;
  const Point chain = cell_[p].chain;
  int left = cell_[chain].liberties;
  if (left > lattice_.most_beside() * static_cast<int>(before.size())) return false;
  for (const Stone& s : before)
    if (at(s.point) == Colour::empty)
      lattice_.for_each_beside(s.point, [&](Point n) { left -= cell_[n].chain == chain; });
  return left == 0;
}

// One point touches at most as many stones of a chain as it has neighbours.
Point Board::only_liberty(Point p) const {
  return lattice_.with([&](auto lattice) -> Point {
    if (cell_[cell_[p].chain].liberties > lattice.kBeside) return kNoPoint;
    Point found = kNoPoint, s = p;
    do {
      for (int i = 0; i < lattice.kBeside; ++i) {
        const Point n = lattice.beside(s, i);
        if (colour_[n] != index(Colour::empty) || n == found) continue;
        if (found != kNoPoint) return kNoPoint;
        found = n;
      }
    } while ((s = cell_[s].link) != p);
    return found;
  });
}

PointSet Board::without_liberties(Colour c) const {
  PointSet set;
  points_of(c).for_each([&](Point p) {
    if (cell_[cell_[p].chain].liberties == 0) set.insert(p);
  });
  return set;
}

bool operator==(const Board& a, const Board& b) {
  return a.ko_ == b.ko_ && a.cells_ == b.cells_ && a.lattice_ == b.lattice_ && a.colour_ == b.colour_;
}

// --- one stone

bool Board::starves(Point p, Colour c) const {
  return lattice_.with([&](auto lattice) { return starves(lattice, p, c); });
}

bool Board::is_eye(Point p, Colour c) const {
  return at(p) == Colour::empty && surrounded_by(p, c) &&
         lattice_.with([&](auto lattice) { return eye_corners(lattice, p, c); });
}

bool Board::is_suicide(Point p, Colour c) const {
  return at(p) == Colour::empty && !has_empty_neighbour(p) && starves(p, c);
}

bool Board::legal(Point p, Colour c) const {
  return at(p) == Colour::empty && p != ko_ && (has_empty_neighbour(p) || !starves(p, c));
}

void Board::play(Point p, Colour c) {
  assert(at(p) == Colour::empty && !is_suicide(p, c));
  lattice_.with([&](auto lattice) { play_stone<true, false>(lattice, cell_[p].link, c); });
}

// Relabels the chain `from` and hangs its ring into that of `to`.
void Board::join(Point from, Point to) {
  cell_[to].liberties += cell_[from].liberties;
  Point s = from;
  do cell_[s].chain = to;
  while ((s = cell_[s].link) != from);
  std::swap(cell_[to].link, cell_[from].link);
}

void Board::set(Point p, Colour c) {
  assert(at(p) != Colour::off);
  ko_ = kNoPoint;
  if (at(p) == c) return;
  lattice_.with([&](auto lattice) {
    if (at(p) != Colour::empty) lift(lattice, p);
    if (c != Colour::empty) drop<true>(lattice, cell_[p].link, c);
  });
}

// What a wall at p changes around it, and in the hash: once as it comes, and the other way as it goes.
void Board::turn_wall(Point p, int by) {
  lattice_.with([&](auto lattice) {
    for (int i = 0; i < lattice.kBeside; ++i) {
      Cell& neighbour = cell_[lattice.cell_beside(p, i)];
      neighbour.around += static_cast<std::uint16_t>(by * kWalled);
      cell_[neighbour.chain].liberties -= static_cast<std::uint16_t>(by);
    }
  });
  hash_ ^= wall_key(p);
  walls_hash_ ^= wall_key(p);
}

void Board::set_wall(Point p) {
  assert(at(p) == Colour::empty);
  ko_ = kNoPoint;
  const std::uint16_t place = cell_[p].link;
  const Point last = empty_[--empty_count_];
  empty_[place] = last;
  cell_[last].link = place;
  colour_[p] = static_cast<std::uint8_t>(Colour::off);
  cell_[p].liberties = kNeverNone;
  turn_wall(p, 1);
}

void Board::lift_wall(Point p) {
  assert(at(p) == Colour::off);
  ko_ = kNoPoint;
  colour_[p] = 0;
  cell_[p].link = static_cast<std::uint16_t>(empty_count_);
  empty_[empty_count_++] = p;
  turn_wall(p, -1);
}

PointSet walls_of(const Grid& grid, const Board& board) {
  return grid.points() - board.stones() - board.points_of(Colour::empty);
}

std::uint64_t Board::hash_with(Point p, Colour c, CaptureOrder captures, bool dies) const {
  if (captures == CaptureOrder::none) return hash() ^ zobrist(p, c);
  return lattice_.with([&](auto lattice) { return hash() ^ change_by(lattice, p, c, dies && is_suicide(p, c)).hash; });
}

PointSet differing_points(const Board& a, const Board& b) {
  PointSet out;
  for (const Colour c : {Colour::empty, Colour::black, Colour::white}) {
    const PointSet x = a.points_of(c), y = b.points_of(c);
    out |= (x - y) | (y - x);
  }
  return out;
}

}  // namespace gofuda
