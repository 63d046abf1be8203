#include "core/playout.hpp"

#include <algorithm>
#include <bit>

#include "core/board_impl.hpp"
#include "core/draws.hpp"

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
  if (is_superko(rules.ko)) make_room(3 * area_);
}

// For that many moves, with the table at most half full.
void Playout::make_room(int moves) {
  const std::size_t size = std::bit_ceil(2 * static_cast<std::size_t>(moves + 2));
  if (history_.size() < size) history_.resize(size);
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

// Draws empty points until one can be played, setting those that cannot aside at the end of the list. Returns its place
// in the list, or -1.
template <KoRule kKo, bool kSuicide>
inline int Playout::draw(Board& b, Colour to_move, Draws& draws) const {
  for (int left = b.empty_count_; left > 0;) {
    const auto i = static_cast<int>(draws.below(static_cast<std::uint32_t>(left)));
    const Point p = b.empty_[i];
    if (accepts<kKo, kSuicide>(b, p, to_move)) return i;
    b.empty_[i] = b.empty_[--left];
    b.empty_[left] = p;
  }
  return -1;
}

template <KoRule kKo, bool kSuicide, bool kRecorded>
PlayoutResult Playout::play_out(Board& b, Colour to_move, Random& random, int most_moves, Point* played) {
  constexpr bool kKept = is_superko(kKo);
  const int passes_to_end = rules_.passes_to_end > 0 ? rules_.passes_to_end : 2;
  Draws draws(random.next());
  int moves = 0, passes = 0, passes_in_row = 0;
  if constexpr (kKept) {
    make_room(most_moves);
    b.hash_ = b.hash();
    std::fill(history_.begin(), history_.end(), 0);
    remember(situation<kKo>(b.hash_, to_move));
  }
  for (; passes_in_row < passes_to_end && moves < most_moves; ++moves) {
    const int place = draw<kKo, kSuicide>(b, to_move, draws);
    if constexpr (kRecorded) played[moves] = place < 0 ? kNoPoint : b.empty_[place];
    if (place < 0) {
      ++passes;
      ++passes_in_row;
      b.ko_ = kNoPoint;
    } else {
      passes_in_row = 0;
      b.play_stone<kKept, kSuicide>(place, to_move);
    }
    to_move = opposite(to_move);
    if constexpr (kKept) remember(situation<kKo>(b.hash_, to_move));
  }
  b.hash_kept_ = kKept;
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
    return rules_.suicide == SuicideRule::allowed
               ? play_out<kKo, true, kRecorded>(board, to_move, random, most_moves, played)
               : play_out<kKo, false, kRecorded>(board, to_move, random, most_moves, played);
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
