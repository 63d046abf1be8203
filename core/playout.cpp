#include "core/playout.hpp"

#include <algorithm>
#include <bit>

#include "core/board_impl.hpp"

namespace gofuda {
namespace {

constexpr bool is_superko(KoRule ko) { return ko == KoRule::positional || ko == KoRule::situational; }

// What superko compares: the stones, and in situational superko the side to move as well. Never zero.
template <KoRule kKo>
std::uint64_t situation(std::uint64_t hash, Colour to_move) {
  if (kKo == KoRule::situational && to_move == Colour::white) hash ^= 0x9e3779b97f4a7c15ull;
  return hash | 1;
}

}  // namespace

Playout::Playout(const Grid& grid, const Rules& rules) : rules_(rules), area_(grid.area()) {
  if (is_superko(rules.ko)) history_.resize(std::bit_ceil(static_cast<unsigned>(6 * area_ + 16)));
}

bool Playout::seen(std::uint64_t situation) const {
  const std::size_t mask = history_.size() - 1;
  for (std::size_t i = (situation >> 20) & mask;; i = (i + 1) & mask) {
    if (history_[i] == situation) return true;
    if (history_[i] == 0) return false;
  }
}

void Playout::remember(std::uint64_t situation) {
  const std::size_t mask = history_.size() - 1;
  std::size_t i = (situation >> 20) & mask;
  while (history_[i] != 0 && history_[i] != situation) i = (i + 1) & mask;
  history_[i] = situation;
}

template <KoRule kKo, bool kSuicide>
inline bool Playout::accepts(const Board& b, Point p, Colour c) const {
  if (kKo != KoRule::none && p == b.ko_) return false;
  if (!b.has_empty_neighbour(p)) {
    if (b.surrounded_by(p, c) && b.eye_corners(p, c)) return false;
    if ((!kSuicide || b.surrounded_by(p, opposite(c))) && b.starves(p, c)) return false;
  }
  if constexpr (is_superko(kKo)) return !seen(situation<kKo>(b.hash_after<kSuicide>(p, c), opposite(c)));
  return true;
}

// Draws empty points until one can be played, setting those that cannot aside at the end of the list.
template <KoRule kKo, bool kSuicide>
inline Point Playout::draw(Board& b, Colour to_move, Random& random) const {
  for (int left = b.empty_count_; left > 0;) {
    const std::uint32_t i = random.below(left);
    const Point p = b.empty_[i];
    if (accepts<kKo, kSuicide>(b, p, to_move)) return p;
    const Point last = b.empty_[--left];
    b.empty_[i] = last;
    b.cell_[last].link = static_cast<std::uint16_t>(i);
    b.empty_[left] = p;
    b.cell_[p].link = static_cast<std::uint16_t>(left);
  }
  return kNoPoint;
}

template <KoRule kKo, bool kSuicide>
PlayoutResult Playout::play_out(Board& b, Colour to_move, Random& random) {
  const int limit = 3 * area_, passes_to_end = rules_.passes_to_end > 0 ? rules_.passes_to_end : 2;
  Random draws = random;
  int moves = 0, passes = 0, passes_in_row = 0;
  if constexpr (is_superko(kKo)) {
    std::fill(history_.begin(), history_.end(), 0);
    remember(situation<kKo>(b.hash_, to_move));
  }
  for (; passes_in_row < passes_to_end && moves < limit; ++moves) {
    const Point p = draw<kKo, kSuicide>(b, to_move, draws);
    if (p == kNoPoint) {
      ++passes;
      ++passes_in_row;
      b.ko_ = kNoPoint;
    } else {
      passes_in_row = 0;
      b.play_stone<kSuicide>(p, to_move);
    }
    to_move = opposite(to_move);
    if constexpr (is_superko(kKo)) remember(situation<kKo>(b.hash_, to_move));
  }
  random = draws;
  PlayoutResult result{moves, passes, b.stones_[1] - b.stones_[2], passes_in_row < passes_to_end};
  for (int i = 0; i < b.empty_count_; ++i)
    result.score += b.surrounded_by(b.empty_[i], Colour::black) - b.surrounded_by(b.empty_[i], Colour::white);
  return result;
}

PlayoutResult Playout::run(Board& board, Colour to_move, Random& random) {
  const bool suicide = rules_.suicide == SuicideRule::allowed;
  switch (rules_.ko) {
    case KoRule::none:
      return suicide ? play_out<KoRule::none, true>(board, to_move, random) : play_out<KoRule::none, false>(board, to_move, random);
    case KoRule::simple:
      return suicide ? play_out<KoRule::simple, true>(board, to_move, random)
                     : play_out<KoRule::simple, false>(board, to_move, random);
    case KoRule::positional:
      return suicide ? play_out<KoRule::positional, true>(board, to_move, random)
                     : play_out<KoRule::positional, false>(board, to_move, random);
    default:
      return suicide ? play_out<KoRule::situational, true>(board, to_move, random)
                     : play_out<KoRule::situational, false>(board, to_move, random);
  }
}

}  // namespace gofuda
