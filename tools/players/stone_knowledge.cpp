#include "tools/players/stone_knowledge.hpp"

#include <algorithm>
#include <bitset>
#include <cstdlib>

namespace gofuda::tools {

namespace {

constexpr float kEven = 10, kOneTaken = 15, kManyTaken = 30, kShape = 10, kSelfAtari = 10, kLonely = 10;
constexpr std::array<float, 4> kNear{0, 24, 22, 8};  // by distance from the last move
constexpr std::uint8_t kFar = 255;
constexpr int kLadder = 40;  // moves read

// --- shapes of three by three points worth a look next to the last move (Gelly, Wang, Munos and Teytaud 2006): hane,
// cuts, and the edge. They are of plain boards. In rows from the top, the stone in the middle: X and O stones of either
// side, x and o anything but X or O, '.' empty, ' ' off the board, '?' anything.

constexpr std::array<const char*, 13> kShapes{
    "XOX...???", "XO....?.?", "XO?X..x.?", ".O.X.....",  // hane
    "XO?O.o?o?", "XO?O.X???",                            // cuts
    "?X?O.Oooo", "OX?x.O???", "X.?O.?   ", "OX?X.O   ", "?XOx.x   ", "?OXX.O   ", "?X?O.Oxxx",
};

bool fits(char wanted, int colour) {  // colour as Colour, X being black
  switch (wanted) {
    case 'X':
      return colour == 1;
    case 'O':
      return colour == 2;
    case 'x':
      return colour != 1;
    case 'o':
      return colour != 2;
    case '.':
      return colour == 0;
    case ' ':
      return colour == 3;
    default:
      return true;
  }
}

using Square = std::array<char, 9>;

Square turned(const Square& s) { return {s[6], s[3], s[0], s[7], s[4], s[1], s[8], s[5], s[2]}; }
Square mirrored(const Square& s) { return {s[2], s[1], s[0], s[5], s[4], s[3], s[8], s[7], s[6]}; }
Square swapped(Square s) {
  for (char& c : s) c = c == 'X' ? 'O' : c == 'O' ? 'X' : c == 'x' ? 'o' : c == 'o' ? 'x' : c;
  return s;
}

// The point itself is empty.
void add_shape(std::bitset<1 << 18>& known, const Square& s, std::size_t i, unsigned code) {
  if (i == 9) return void(known.set(code));
  if (i == 4) return add_shape(known, s, i + 1, code);
  constexpr std::array<unsigned, 9> kShift{0, 2, 4, 12, 14, 16, 6, 8, 10};
  for (unsigned c = 0; c < 4; ++c)
    if (fits(s[i], static_cast<int>(c))) add_shape(known, s, i + 1, code | c << kShift[i]);
}

// Does the chain of the stone at p, which is in atari, get away when its side runs from here, or is it caught by
// ataris? The first liberty of two that the other side takes decides, with the other one as a second try.
bool runs_away(Board board, Point p, int left) {
  const Colour c = board.at(p);
  const Point out = board.liberties(p).first();
  if (!board.legal(out, c)) return false;
  board.play(out, c);
  const PointSet liberties = board.liberties(p);
  const int n = liberties.count();
  if (n != 2 || left <= 0) return n >= 2;
  bool caught = false;
  liberties.for_each([&](Point q) {
    if (caught || !board.legal(q, opposite(c))) return;
    Board after = board;
    after.play(q, opposite(c));
    bool takes = false;  // the stone that gives atari, or another one in atari beside the chain
    after.chain(p).for_each([&](Point s) {
      after.lattice().for_each_beside(s, [&](Point beside) {
        if (after.at(beside) == opposite(c)) takes |= after.liberties(beside).count() == 1;
      });
    });
    caught = !takes && !runs_away(after, p, left - 2);
  });
  return !caught;
}

}  // namespace

const std::bitset<1 << 18> kKnownShapes = [] {
  std::bitset<1 << 18> known;
  for (const char* shape : kShapes) {
    Square s;
    std::copy(shape, shape + 9, s.begin());
    for (int i = 0; i < 8; ++i) {
      for (const Square& v : {s, swapped(s)}) add_shape(known, v, 0, 0);
      s = i == 3 ? mirrored(turned(s)) : turned(s);
    }
  }
  return known;
}();

void StoneKnowledge::look(const Board& board, const Grid& grid, Colour to_move, Point last) {
  board_ = &board;
  grid_ = &grid;
  own_ = to_move;
  table_.look(board);
  find_settled();
  measure(last);
  judge_ataris();
}

void ChainTable::look(const Board& board) {
  chains.clear();
  board.for_each_chain([&](const PointSet& points) {
    const Point first = points.first();
    const PointSet liberties = board.liberties(first);
    points.for_each([&](Point p) { number[p] = static_cast<std::uint16_t>(chains.size()); });
    chains.push_back({first, board.at(first), points.count(), liberties.count(), liberties});
  });
}

// The points three steps from a stone at most.
void StoneKnowledge::find_settled() {
  settled_ = board_->stones();
  for (int n = 0; n < 3; ++n) { settled_ |= grid_->neighbours(settled_); }
}

// Status by step from the last move, over whole chains at once.
void StoneKnowledge::measure(Point last) {
  distance_.fill(kFar);
  if (last == kNoPoint) return;
  near_.assign(1, last);
  distance_[last] = 0;
  for (std::uint8_t d = 0; d < std::uint8_t{kNear.size()}; ++d) {
    for (std::size_t i = 0; i < near_.size(); ++i) {  // grows: what hangs together is equally far
      const Colour c = board_->at(near_[i]);
      if (c == Colour::empty || c == Colour::off) continue;  // a wall that the last move built is no chain
      board_->lattice().for_each_beside(near_[i], [&](Point q) {
        if (board_->at(q) == c && distance_[q] > d) distance_[q] = d, near_.push_back(q);
      });
    }
    next_.clear();
    for (Point p : near_)
      board_->lattice().for_each_beside(p, [&](Point q) {
        if (board_->at(q) != Colour::off && distance_[q] == kFar)
          distance_[q] = static_cast<std::uint8_t>(d + 1), next_.push_back(q);
      });
    near_.swap(next_);
  }
}

void StoneKnowledge::judge_ataris() {
  capture_.fill(0);
  rescue_.fill(0);
  for (const Chain& chain : table_.chains) {
    if (chain.liberties != 1) continue;
    auto& most = chain.colour == own_ ? rescue_ : capture_;
    const auto size = static_cast<std::uint8_t>(std::min(chain.size, 255));
    if (chain.colour != own_)
      most[chain.at.first()] = std::max(most[chain.at.first()], size);
    else
      judge_escape(chain);
  }
}

// By running, or by taking a chain beside it that is in atari, too.
void StoneKnowledge::judge_escape(const Chain& chain) {
  const auto size = static_cast<std::uint8_t>(std::min(chain.size, 255));
  const auto mark = [&](Point p) { rescue_[p] = std::max(rescue_[p], size); };
  board_->chain(chain.stone).for_each([&](Point s) {
    board_->lattice().for_each_beside(s, [&](Point q) {
      if (board_->at(q) != opposite(own_)) return;
      if (const Chain& beside = table_.of(q); beside.liberties == 1) mark(beside.at.first());
    });
  });
  if (runs_away(*board_, chain.stone, kLadder)) mark(chain.at.first());
}

// Would a stone on p stand in atari, though it takes nothing?
bool StoneKnowledge::only_one_liberty(Point p) const {
  return board_->lattice().with([&](auto lattice) {
    int empty = 0;
    std::array<const Chain*, lattice.kBeside> joined;
    std::size_t n = 0;
    for (int i = 0; i < lattice.kBeside; ++i) {
      const Point q = lattice.beside(p, i);
      const Colour at = board_->at(q);
      empty += at == Colour::empty;
      if (at != own_) continue;
      joined[n] = &table_.of(q);
      if (joined[n]->liberties > 2) return false;
      ++n;
    }
    if (empty > 1) return false;
    PointSet liberties;
    for (int i = 0; i < lattice.kBeside; ++i)
      if (const Point q = lattice.beside(p, i); board_->at(q) == Colour::empty) liberties.insert(q);
    for (std::size_t i = 0; i < n; ++i) liberties |= joined[i]->at;
    liberties.erase(p);
    return liberties.count() < 2;
  });
}

// From the nearest edge; where all are joined, nothing is near one.
int StoneKnowledge::line_of(Point p) const {
  const int x = column_of(p), y = row_of(p);
  int line = kMaxSide;
  if (!grid_->topology().wraps_columns) line = std::min({line, x, grid_->width() - 1 - x});
  if (!grid_->topology().wraps_rows) line = std::min({line, y, grid_->height() - 1 - y});
  return line;
}

Prior StoneKnowledge::of_taken(int stones) {
  constexpr float kMost = 120;
  Prior prior;
  prior.good(std::min(kMost, kOneTaken * static_cast<float>(stones)));
  return prior;
}

Prior StoneKnowledge::of(Point p) const {
  Prior prior{kEven, kEven / 2};
  if (distance_[p] < kNear.size()) prior.good(kNear[distance_[p]]);
  if (capture_[p] > 0) prior.good(capture_[p] == 1 ? kOneTaken : kManyTaken);
  if (rescue_[p] > 0) prior.good(rescue_[p] == 1 ? kOneTaken : kManyTaken);
  const auto three = [&](int row) {
    unsigned code = 0;
    for (int i = 0; i < 3; ++i)
      code |= static_cast<unsigned>(index(board_->at(static_cast<Point>(p + row * kStride + i - 1)))) << (2 * i);
    return code;
  };
  if (board_->lattice().plain() && has_shape(three(-1), three(0), three(1))) prior.good(kShape);
  if (capture_[p] == 0 && only_one_liberty(p)) prior.bad(kSelfAtari);
  const int line = line_of(p);
  if (line <= 2 && !settled_.contains(p)) line < 2 ? prior.bad(kLonely) : prior.good(kLonely);
  return prior;
}

}  // namespace gofuda::tools
