#include "tools/solver/exact_board.hpp"

#include "core/random.hpp"

namespace gofuda::tools {

namespace {

constexpr int kPlenty = 1 << 20;  // stones, where the rules give as many as are needed

}  // namespace

CountedBoard::CountedBoard(const Ruleset& rules)
    : symmetries_(rules), supply_(rules.rules.stones > 0 ? rules.rules.stones : kPlenty) {
  Random random(0x7061747465726e73ull);
  for (int i = 0; i < points(); ++i) {
    const std::uint64_t black = random.next();
    key_.push_back({black, random.next()});
  }
  find_patterns(rules);
  colour_.assign(symmetries_.cell_of.size(), -1);
  count_.assign(2 * static_cast<std::size_t>(patterns()), 0);
  for (auto& side : near_)
    for (auto& words : side) words.assign(static_cast<std::size_t>(patterns() + 63) / 64, 0);
}

void CountedBoard::find_patterns(const Ruleset& rules) {
  std::vector<PointSet> all;
  for (const WinCondition& w : rules.wins.conditions())
    for (const PointSet& p : w.patterns)
      if (std::find(all.begin(), all.end(), p) == all.end()) all.push_back(p);
  std::vector<std::vector<std::uint16_t>> through(symmetries_.cell_of.size());
  for (const PointSet& p : all) {
    const auto holds = [&](const PointSet& q) { return !(q == p) && p.contains_all(q); };
    if (std::any_of(all.begin(), all.end(), holds)) continue;
    p.for_each([&](Point cell) {
      points_.push_back(symmetries_.number[cell]);
      through[symmetries_.number[cell]].push_back(static_cast<std::uint16_t>(begin_.size() - 1));
    });
    begin_.push_back(static_cast<std::uint32_t>(points_.size()));
    largest_ = std::max(largest_, p.count());
  }
  through_begin_.push_back(0);
  for (const auto& here : through) {
    through_.insert(through_.end(), here.begin(), here.end());
    through_begin_.push_back(static_cast<std::uint32_t>(through_.size()));
  }
}

void CountedBoard::load(const Position& position) {
  std::fill(colour_.begin(), colour_.end(), -1);
  std::fill(count_.begin(), count_.end(), 0);
  for (auto& side : near_)
    for (auto& words : side) std::fill(words.begin(), words.end(), 0);
  alive_.assign(2 * static_cast<std::size_t>(largest_ + 1), 0);
  hash_.assign(symmetries_.map.size(), 0);
  stones_ = 0;
  for (int p = 0; p < patterns(); ++p)
    for (int side : {0, 1}) enter(side, size(p), p, 1);
  for (int side : {0, 1}) {
    for (int i = 0; i < points(); ++i)
      if (position.board.at(cell(i)) == colour_of(static_cast<Seat>(side))) set(side, i);
    left_[static_cast<std::size_t>(side)] = supply_ - position.set[static_cast<std::size_t>(side)];
  }
}

int CountedBoard::turns_left() const {
  const long long sum = static_cast<long long>(std::max(0, left(0))) + std::max(0, left(1));
  return static_cast<int>(std::min<long long>(vacant(), sum));
}

inline void CountedBoard::enter(int side, int missing, int pattern, int step) {
  alive_[index(side, missing)] += step;
  if (missing < 1 || missing > kNear) return;
  near_[static_cast<std::size_t>(side)][static_cast<std::size_t>(missing - 1)]
       [static_cast<std::size_t>(pattern) / 64] ^= std::uint64_t{1} << (pattern % 64);
}

// A stone comes (1) or goes (-1).
template <int kStep>
bool CountedBoard::change(int side, int point) {
  const auto at = static_cast<std::size_t>(point);
  bool complete = false;
  for (std::uint32_t i = through_begin_[at]; i < through_begin_[at + 1]; ++i) {
    const int p = through_[i];
    std::uint16_t& own = count_[static_cast<std::size_t>(2 * p + side)];
    const int theirs = count(1 - side, p), whole = size(p), before = own;
    own = static_cast<std::uint16_t>(before + kStep);
    if (theirs == 0) {
      enter(side, whole - before, p, -1);
      enter(side, whole - own, p, 1);
      complete |= own == whole;
    }
    if ((kStep > 0 ? before : own) == 0) enter(1 - side, whole - theirs, p, -kStep);
  }
  colour_[at] = static_cast<std::int8_t>(kStep > 0 ? side : -1);
  stones_ += kStep;
  left_[static_cast<std::size_t>(side)] -= kStep;
  for (std::size_t s = 0; s < symmetries_.map.size(); ++s)
    hash_[s] ^= key_[symmetries_.map[s][at]][static_cast<std::size_t>(side)];
  return complete;
}

bool CountedBoard::set(int side, int point) { return change<1>(side, point); }
void CountedBoard::take_back(int side, int point) { change<-1>(side, point); }

// Erdos and Selfridge 1973: a side that answers every stone where it takes most from the sum of 2^-(points missing)
// over the other's patterns stops them all if that sum is less than 1 when it is to move, or 1/2 when the other is.
bool CountedBoard::held(int side, bool to_move) const {
  if (left(1 - side) < left(side) - (to_move ? 1 : 0)) return false;
  double danger = 0;
  for (int missing = largest_; missing >= 1; --missing) danger = (danger + alive(side, missing)) / 2;
  return danger < (to_move ? 0.5 : 1.0);
}

bool CountedBoard::completes(int side, int point) const {
  bool found = false;
  for_each_through(point, [&](int p) { found |= count(1 - side, p) == 0 && count(side, p) == size(p) - 1; });
  return found;
}

int CountedBoard::completing(int side, std::array<int, 2>& found) const {
  int n = 0;
  if (alive(side, 1) == 0) return 0;
  for_each_near(side, 1, [&](int pattern) {
    if (n == 2) return;
    for_each_point(pattern, [&](int point) {
      if (!empty(point) || (n > 0 && found[0] == point) || n == 2) return;
      found[static_cast<std::size_t>(n++)] = point;
    });
  });
  return n;
}

std::uint64_t CountedBoard::hash(int& symmetry) const {
  symmetry = 0;
  for (std::size_t s = 1; s < symmetries_.map.size(); ++s)
    if (hash_[s] < hash_[static_cast<std::size_t>(symmetry)]) symmetry = static_cast<int>(s);
  return hash_[static_cast<std::size_t>(symmetry)];
}

}  // namespace gofuda::tools
