#include "core/point.hpp"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace gofuda {
namespace {

constexpr std::string_view kColumnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
static_assert(kColumnLetters.size() == kMaxSide);

// The last word of a set has bits that are no cell.
constexpr std::uint64_t kLastWordCells = ~std::uint64_t{0} >> (PointSet::kWords * 64 - kCells);

}  // namespace

std::string point_name(Point p) {
  if (p < kStride || (p - 1) % kStride >= kMaxSide) return "none";
  std::string name(1, kColumnLetters[column_of(p)]);
  return name += std::to_string(row_of(p) + 1);
}

Point parse_point(std::string_view text) {
  if (text.size() < 2 || text.size() > 3 || text[1] == '0') return kNoPoint;
  const char letter = text[0] >= 'a' && text[0] <= 'z' ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
  const auto column = kColumnLetters.find(letter);
  if (column == std::string_view::npos) return kNoPoint;
  int row = 0;
  for (char digit : text.substr(1)) {
    if (digit < '0' || digit > '9') return kNoPoint;
    row = row * 10 + (digit - '0');
  }
  return row <= kMaxSide ? point_at(static_cast<int>(column), row - 1) : kNoPoint;
}

std::string_view colour_name(Colour c) {
  constexpr std::array<std::string_view, 4> kNames{"empty", "black", "white", "off"};
  return kNames[index(c)];
}

std::string_view seat_name(Seat s) { return colour_name(colour_of(s)); }

Point PointSet::nth(int k) const {
  if (k < 0) return kNoPoint;
  for (int i = 0; i < kWords; ++i) {
    std::uint64_t word = words_[i];
    const int here = std::popcount(word);
    if (k >= here) {
      k -= here;
      continue;
    }
#if defined(__BMI2__)
    return static_cast<Point>(i * 64 + std::countr_zero(_pdep_u64(std::uint64_t{1} << k, word)));
#else
    while (k-- > 0) word &= word - 1;
    return static_cast<Point>(i * 64 + std::countr_zero(word));
#endif
  }
  return kNoPoint;
}

PointSet PointSet::moved_back(int offset) const {
  PointSet moved;
  const int distance = offset < 0 ? -offset : offset;
  if (distance >= kCells) return moved;
  const int words = distance / 64, bits = distance % 64;
  if (offset >= 0) {  // towards the first cell
    for (int i = 0; i + words < kWords; ++i) moved.words_[i] = words_[i + words] >> bits;
    for (int i = 0; i + words + 1 < kWords; ++i)
      moved.words_[i] |= words_[i + words + 1] << 1 << (63 - bits);  // by 64 is not defined
  } else {
    for (int i = kWords - 1; i - words >= 0; --i) moved.words_[i] = words_[i - words] << bits;
    for (int i = kWords - 1; bits != 0 && i - words - 1 >= 0; --i)
      moved.words_[i] |= words_[i - words - 1] >> (64 - bits);
    moved.words_[kWords - 1] &= kLastWordCells;
  }
  return moved;
}

PointSet beside(const PointSet& points) {
  PointSet out;
  for (int offset : kNeighbours) out |= points.moved_back(offset);
  return out;
}

PointSet joined_to(const PointSet& from, const PointSet& among) {
  PointSet out = from & among;
  for (PointSet more = out; !more.empty(); out |= more) more = (beside(more) & among) - out;
  return out;
}

std::string to_string(const PointSet& set) {
  std::string text;
  set.for_each([&](Point p) {
    if (!text.empty()) text += ' ';
    text += point_name(p);
  });
  return text;
}

}  // namespace gofuda
