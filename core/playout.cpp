#include "core/playout.hpp"

#include <algorithm>
#include <utility>

#include "core/board_impl.hpp"
#include "core/draws.hpp"

namespace gofuda {

// A board comes again when all that has changed since is undone: when, looking back from there, the keys of the changes
// cancel out (as V. Vuckovic and D. Vidanovic find repetitions in chess, Yugoslav J. of Operations Research 17, 2007).
// That takes neither the hash of the board nor a table of hashes, and hardly ever has to be done. A stone that stays
// makes a board that stood before only if one of its colour has come off its point since then. And no board is like one
// from before the first stone of a colour on a point, as long as that stone stays.

// Each stone that is set, or stood at the start, comes off at most once. A pass is two changes, and one more is there
// from the beginning.
void Playout::Trail::make_room(int moves, int area) {
  const std::size_t changes = 2 * static_cast<std::size_t>(moves) + static_cast<std::size_t>(area) + 1;
  if (changes_.size() < changes) changes_.resize(changes);
}

// With a first change that stands for no stone, so that there is a latest.
inline void Playout::Trail::begin(const Board& board) {
  std::fill_n(lifted_.begin(), 2 * board.cells_, 0);
  changes_[0] = zobrist_place(kNoPoint, Colour::black);
  now_ = latest_ = 1;
}

inline void Playout::Trail::set(Point p, Colour c) {
  const std::uint16_t place = zobrist_place(p, c);
  changes_[now_++] = place | kSet;
  latest_ = lifted_[place] == 0 ? now_ : latest_;
}

inline void Playout::Trail::lift(Point p, Colour c) {
  const std::uint16_t place = zobrist_place(p, c);
  changes_[now_++] = place;
  lifted_[place] = now_;
}

// As a stone on no point that comes off at once.
inline void Playout::Trail::pass(Colour c) {
  set(kNoPoint, c);
  lift(kNoPoint, c);
}

inline Playout::Trail::Moment Playout::Trail::lifted(Point p, Colour c) const { return lifted_[zobrist_place(p, c)]; }

// Was the board before that change left by a pass? The first change stands for the start.
inline bool Playout::Trail::after_pass(Moment change) const {
  return change > 1 && changes_[change - 1] / 2 == kNoPoint;
}

// One stone takes at most as many liberties as it has neighbours.
template <class L>
inline Playout::Trail::Moment Playout::Trail::barrier(L, const Board& b) const {
  const unsigned place = changes_[latest_ - 1] & ~kSet;
  const bool stays = lifted_[place] == 0 && b.cell_[b.cell_[place / 2].chain].liberties > L::kBeside;
  return stays ? latest_ : 0;
}

template <KoRule kKo, class L>
bool Playout::Trail::would_repeat(L lattice, const Board& b, Point p, Colour mover, bool dies) const {
  const BoardChange<L> change = b.change_by(lattice, p, mover, dies);
  std::uint64_t hash = change.hash;
  for (Moment i = now_; --i > 0;) {
    const unsigned place = changes_[i] & ~kSet;
    hash ^= kZobrist[place];
    if (!(changes_[i] & kSet)) continue;
    const auto to_move = static_cast<Colour>(place % 2 + 1);
    const bool counts = kKo == KoRule::positional || (to_move != mover && (kKo != KoRule::natural || !after_pass(i)));
    if (hash == 0 && counts) return true;
    if (lifted_[place] == 0 && !change.takes(b.cell_[place / 2].chain)) return false;
  }
  return false;
}

// Not inlined, for it is seldom asked, and the loop of the game would have fewer registers.
template bool Playout::Trail::would_repeat<KoRule::positional>(PlainLattice, const Board&, Point, Colour, bool) const;
template bool Playout::Trail::would_repeat<KoRule::situational>(PlainLattice, const Board&, Point, Colour, bool) const;
template bool Playout::Trail::would_repeat<KoRule::natural>(PlainLattice, const Board&, Point, Colour, bool) const;

Playout::Playout(const Grid& grid, const Rules& rules) : rules_(rules), area_(grid.area()) {
  if (is_superko(rules.ko)) trail_.make_room(3 * area_, area_);
}

template <KoRule kKo, bool kSuicide, class L>
inline bool Playout::accepts(L lattice, const Board& b, Point p, Colour c) const {
  if (kKo != KoRule::none && p == b.ko_) return false;
  if (!b.has_empty_neighbour(p)) {
    if (b.surrounded_by(p, c) && b.eye_corners(lattice, p, c)) return false;
    if ((!kSuicide || b.surrounded_by(p, opposite(c))) && b.starves(lattice, p, c)) return false;
  }
  if constexpr (is_superko(kKo)) {
    const bool dies = kSuicide && !b.has_empty_neighbour(p) && b.starves(lattice, p, c);
    if (const Trail::Moment lifted = dies ? trail_.now() : trail_.lifted(p, c); lifted > 0) [[unlikely]]
      if (lifted > trail_.barrier(lattice, b)) [[unlikely]]
        return !trail_.would_repeat<kKo>(lattice, b, p, c, dies);
  }
  return true;
}

// Draws empty points until one can be played, setting those that cannot aside at the end of the list. Returns its place
// in the list, or -1.
template <KoRule kKo, bool kSuicide, class L>
inline int Playout::draw(L lattice, Board& b, Colour to_move, Draws& draws) const {
  for (int left = b.empty_count_; left > 0;) {
    const auto i = static_cast<int>(draws.below(static_cast<std::uint32_t>(left)));
    const Point p = b.empty_[i];
    if (accepts<kKo, kSuicide>(lattice, b, p, to_move)) return i;
    b.empty_[i] = b.empty_[--left];
    b.empty_[left] = p;
  }
  return -1;
}

template <KoRule kKo, bool kSuicide, bool kRecorded, class L>
PlayoutResult Playout::play_out(L lattice, Board& b, Colour to_move, Random& random, int most_moves, Point* played) {
  constexpr bool kTrailed = is_superko(kKo);
  const int passes_to_end = rules_.passes_to_end > 0 ? rules_.passes_to_end : 2;
  Draws draws(random.next());
  int moves = 0, passes = 0, passes_in_row = 0;
  if constexpr (kTrailed) {
    trail_.make_room(most_moves, area_);
    trail_.begin(b);
  }
  for (; passes_in_row < passes_to_end && moves < most_moves; ++moves) {
    const int place = draw<kKo, kSuicide>(lattice, b, to_move, draws);
    if constexpr (kRecorded) played[moves] = place < 0 ? kNoPoint : b.empty_[place];
    if (place < 0) {
      ++passes;
      ++passes_in_row;
      b.ko_ = kNoPoint;
      if constexpr (kTrailed) trail_.pass(to_move);
    } else {
      const bool after_pass = std::exchange(passes_in_row, 0) > 0;
      const Point p = b.empty_[place];
      const int before = b.empty_count_;
      b.play_stone<false, kSuicide>(lattice, place, to_move);
      if (kKo == KoRule::natural && after_pass) b.ko_ = kNoPoint;
      if constexpr (kTrailed) {
        trail_.set(p, to_move);
        const Colour taken = kSuicide && b.at(p) == Colour::empty ? to_move : opposite(to_move);
        for (int i = before - 1; i < b.empty_count_; ++i) trail_.lift(b.empty_[i], taken);
      }
    }
    to_move = opposite(to_move);
  }
  b.hash_kept_ = false;
  PlayoutResult result{moves, passes, b.stones_[1] - b.stones_[2], passes_in_row < passes_to_end};
  for (int i = 0; i < b.empty_count_; ++i) {
    const Point p = b.empty_[i];
    b.cell_[p].link = static_cast<std::uint16_t>(i);
    result.score += b.surrounded_by(p, Colour::black) - b.surrounded_by(p, Colour::white);
  }
  return result;
}

template <bool kRecorded>
PlayoutResult Playout::dispatch(Board& board, Colour to_move, Random& random, int most_moves, Point* played) {
  const auto play = [&]<KoRule kKo>() {
    return board.lattice().with([&](auto lattice) {
      return rules_.suicide >= SuicideRule::multi_stone  // a stone alone never dies by itself here
                 ? play_out<kKo, true, kRecorded>(lattice, board, to_move, random, most_moves, played)
                 : play_out<kKo, false, kRecorded>(lattice, board, to_move, random, most_moves, played);
    });
  };
  switch (rules_.ko) {
    case KoRule::none:
      return play.template operator()<KoRule::none>();
    case KoRule::simple:
      return play.template operator()<KoRule::simple>();
    case KoRule::positional:
      return play.template operator()<KoRule::positional>();
    case KoRule::situational:
      return play.template operator()<KoRule::situational>();
    case KoRule::natural:
      return play.template operator()<KoRule::natural>();
  }
  return {};
}

PlayoutResult Playout::run(Board& board, Colour to_move, Random& random, int most_moves) {
  return dispatch<false>(board, to_move, random, most_moves, nullptr);
}

PlayoutResult Playout::run(Board& board, Colour to_move, Random& random, std::vector<Point>& played) {
  played.resize(static_cast<std::size_t>(3 * area_));
  const PlayoutResult result = dispatch<true>(board, to_move, random, 3 * area_, played.data());
  played.resize(static_cast<std::size_t>(result.moves));
  return result;
}

}  // namespace gofuda
