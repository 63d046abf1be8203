#include "tools/players/policy.hpp"

#include <algorithm>
#include <cmath>

namespace gofuda::tools {

namespace {

// By steps from any of the points, 1 for the points themselves; 0 where it is `most` steps or further.
void spread_steps(const Grid& grid, PointSet from, int most, std::array<std::uint8_t, kCells>& out) {
  out.fill(0);
  PointSet reached = from;
  for (int d = 1; d <= most && !from.empty(); ++d) {
    from.for_each([&](Point p) { out[p] = static_cast<std::uint8_t>(d); });
    from = grid.neighbours(from) - reached;
    reached |= from;
  }
}

int bucket(int n) { return n < 4 ? n : n < 8 ? 3 : 4; }

}  // namespace

void Weights::spread() {
  spread_.assign(Features::kSquares, 0.0f);
  bool any = false;
  for (Features::Index i = 0; i < Features::kSquares; ++i) any |= values_[i] != 0;
  if (!any) return;
  for (std::uint32_t code = 0; code < Features::kSquares; ++code) spread_[code] = values_[features.square(code)];
}

void Policy::look(const Question& q, const Observation& seen, const PointSet& chosen) {
  q_ = &q;
  ++looked_;
  act_ = q.kind == QuestionKind::stone ? Act::stone : q.kind == QuestionKind::placement ? Act::placement : Act::vacant;
  board_ = &seen.board();
  chosen_ = &chosen;
  own_ = q.colour == Colour::empty ? colour_of(q.seat) : q.colour;
  captures_ = seen.rules().rules.captures != CaptureOrder::none;
  if (captures_) chains_.look(*board_);
  find_rows();
  situation_ = q.kind == QuestionKind::offer ? situation() : 0;
  if (q.kind == QuestionKind::choice || q.kind == QuestionKind::offer) return;
  find_steps();
  const Point last = seen.last_point();
  PointSet here;
  if (last != kNoPoint) here.insert(last);
  spread_steps(rules_.grid, here, 8, last_);
}

void Policy::find_steps() {
  const int stones = board_->stones().count();
  fullness_ = 8 * stones < rules_.grid.area() ? 0 : 8 * stones < 3 * rules_.grid.area() ? 1 : 2;
  spread_steps(rules_.grid, board_->points_of(own_), kNear, near_own_);
  spread_steps(rules_.grid, board_->points_of(opposite(own_)), kNear, near_theirs_);
  find_steps_from_chosen();
}

void Policy::find_steps_from_chosen() {
  if (!chosen_->empty()) spread_steps(rules_.grid, *chosen_, 3, near_chosen_);
}

// Of each point the best pattern through it that is still open for a side.
void Policy::find_rows() {
  if (rules_.wins.empty()) return;
  const PointSet vacant = board_->points_of(Colour::empty);
  const std::array<PointSet, 2> stones{board_->points_of(own_), board_->points_of(opposite(own_))};
  for (auto& side : rows_) side.fill({});
  for (const WinCondition& w : rules_.wins.conditions())
    for (const PointSet& pattern : w.patterns) {
      const bool mine = pattern.intersects(stones[0]), other = pattern.intersects(stones[1]);
      if (mine == other) continue;  // of nobody, or of both
      const auto missing = static_cast<std::uint8_t>((pattern & vacant).count());
      if (missing + (pattern & stones[mine ? 0 : 1]).count() < pattern.count()) continue;
      pattern.for_each([&](Point p) {
        Row& row = rows_[mine ? 0 : 1][p];
        if (row.missing == missing) row.patterns = static_cast<std::uint8_t>(std::min(row.patterns + 1, 9));
        if (row.missing == 0 || row.missing > missing) row = {missing, 1};
      });
    }
}

// Can this side win, or take stones, at once? And the other?
int Policy::situation() {
  int out = 0;
  if (captures_)
    for (const auto& c : chains_.chains)
      if (c.liberties == 1) out |= c.colour == own_ ? 2 : 1;
  if (!rules_.wins.empty())
    board_->points_of(Colour::empty).for_each([&](Point p) {
      for (std::size_t side : {0u, 1u}) out |= rows_[side][p].missing == 1 ? 1 << side : 0;
    });
  return out;
}

// Around the point from the left above, clockwise.
std::uint32_t Policy::square(Point p) const {
  constexpr std::array<int, 8> kAround{kStride - 1, kStride, kStride + 1, 1, -kStride + 1, -kStride, -kStride - 1, -1};
  std::uint32_t code = 0;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const auto beside = static_cast<Point>(p + kAround[i]);
    const Colour c = board_->at(beside);
    const bool stone = c == Colour::black || c == Colour::white;
    code |= (!stone ? static_cast<std::uint32_t>(index(c)) : c == own_ ? 1u : 2u) << (2 * i);
    if (i % 2 == 1 && stone && captures_ && chains_.of(beside).liberties == 1) code |= 1u << (16 + i / 2);
  }
  return code;
}

int Policy::line_of(Point p) const {
  const Grid& grid = rules_.grid;
  const int x = column_of(p), y = row_of(p);
  int line = kMaxSide;
  if (!grid.topology().wraps_columns) line = std::min({line, x, grid.width() - 1 - x});
  if (!grid.topology().wraps_rows) line = std::min({line, y, grid.height() - 1 - y});
  return line + 1;
}

template <class F>
void Policy::each_trait(Act act, F&& f, Trait t, int value, float share) {
  if (value <= 0) return;
  f(weights_->features.trait(act, kNoCard, t, value), share);
  if (q_->card != kNoCard) f(weights_->features.trait(act, q_->card, t, value), share);
}

// What the stones touch: their own liberties, and the chains beside them with how many liberties these lose.
void Policy::gather(std::span<const Point> stones, int& liberties) {
  beside_.clear();
  liberties = 0;
  ++now_;
  for (Point p : stones) stamp_[p] = now_;
  for (Point p : stones)
    board_->lattice().for_each_beside(p, [&](Point q) {
      const Colour c = board_->at(q);
      if (c == Colour::empty && stamp_[q] != now_) stamp_[q] = now_, ++liberties;
      if (c != Colour::black && c != Colour::white) return;
      const std::uint16_t chain = chains_.number[q];
      auto known = std::find_if(beside_.begin(), beside_.end(), [&](const Beside& b) { return b.chain == chain; });
      if (known == beside_.end()) return void(beside_.push_back({chain, 1, p}));
      if (known->by != p) ++known->taken, known->by = p;
    });
}

template <class F>
void Policy::each_chain(Act act, std::span<const Point> stones, F&& f) {
  int liberties = 0, takes = 0, ataris = 0, presses = 0, rescues = 0, joins = 0, touches = 0;
  auto own_stones = static_cast<int>(stones.size());
  gather(stones, liberties);
  for (const Beside& b : beside_) {
    const ChainTable::Chain& chain = chains_.chains[b.chain];
    const int left = chain.liberties - b.taken - (chosen_->empty() ? 0 : (chain.at & *chosen_).count());
    if (chain.colour == own_) {
      ++joins, liberties += std::max(0, left), own_stones += chain.size;
      if (chain.liberties == 1) rescues += chain.size;
      continue;
    }
    ++touches;
    (left <= 0 ? takes : left == 1 ? ataris : left == 2 ? presses : touches) += left <= 2 ? chain.size : 0;
  }
  liberties += takes;
  each_trait(act, f, Trait::takes, bucket(takes));
  each_trait(act, f, Trait::ataris, bucket(ataris));
  each_trait(act, f, Trait::presses, bucket(presses));
  if (liberties > 1) each_trait(act, f, Trait::rescues, bucket(rescues));
  if (liberties < 2) each_trait(act, f, Trait::starves, bucket(own_stones));
  each_trait(act, f, Trait::breathes, liberties);
  each_trait(act, f, Trait::joins, joins);
  each_trait(act, f, Trait::touches, touches);
}

template <class F>
void Policy::each_row(Act act, std::span<const Point> stones, F&& f) {
  for (std::size_t side : {0u, 1u}) {
    Row best;
    for (Point p : stones)
      if (const Row& row = rows_[side][p]; row.missing > 0 && (best.missing == 0 || row.missing < best.missing))
        best = row;
    const bool fork = best.patterns > 1;
    each_trait(act, f,
               side == 0 ? fork ? Trait::own_fork : Trait::own_row
               : fork    ? Trait::their_fork
                         : Trait::their_row,
               best.missing);
  }
}

// What each stone has of its place, whatever is set with it.
template <class F>
void Policy::each_place(Point p, float share, F&& f) {
  each_trait(act_, f, Trait::line, line_of(p), share);
  each_trait(act_, f, Trait::near_own, near_own_[p], share);
  each_trait(act_, f, Trait::near_theirs, near_theirs_[p], share);
  const int line = std::min(line_of(p), 5) - 1;
  const int place = ((fullness_ * 5 + line) * (kNear + 1) + near_own_[p]) * (kNear + 1) + near_theirs_[p];
  each_trait(act_, f, Trait::place, 1 + place, share);
}

float Policy::worth_of_place(Point p) {
  if (place_looked_[p] != looked_) {
    place_looked_[p] = looked_;
    place_[p] = weights_->of_square(square(p));
    each_place(p, 1, [&](Features::Index i, float value) { place_[p] += (*weights_)[i] * value; });
  }
  return place_[p];
}

template <class F>
void Policy::each_stone(Act act, std::span<const Point> stones, F&& f) {
  int last = 0;
  for (Point p : stones) {
    if (last_[p] > 0 && (last == 0 || last_[p] < last)) last = last_[p];
    if (act == Act::vacant && !chosen_->empty()) each_trait(act, f, Trait::beside, near_chosen_[p]);
  }
  each_trait(act, f, Trait::last, last);
  each_trait(act, f, Trait::reply, 1 + fullness_ * 9 + std::min(last, 8));
  if (!rules_.wins.empty()) each_row(act, stones, f);
  if (captures_) each_chain(act, stones, f);
  if (captures_ && stones.size() == 1 && board_->is_eye(stones[0], own_)) each_trait(act, f, Trait::eye, 1);
}

template <class F>
void Policy::each_touched(Act act, Point p, F&& f) {
  each_trait(act, f, Trait::line, line_of(p));
  each_trait(act, f, Trait::last, last_[p]);
  each_trait(act, f, Trait::near_own, near_own_[p]);
  each_trait(act, f, Trait::near_theirs, near_theirs_[p]);
  if (!chosen_->empty()) each_trait(act, f, Trait::beside, near_chosen_[p]);
  if (!rules_.wins.empty()) each_row(act, std::span(&p, 1), f);
  if (!captures_) return;
  each_trait(act, f, Trait::chain, bucket(chains_.of(p).size));
  each_trait(act, f, Trait::breath, chains_.of(p).liberties);
}

// f(index, value) for each feature of a share but those of its stones' places and squares.
template <class F>
void Policy::each(Key key, F&& f) {
  set_ = false;
  if (q_->kind == QuestionKind::choice) {
    if (const auto i = weights_->features.label(q_->card, q_->labels[key])) f(*i, 1.0f);
    return;
  }
  if (q_->kind == QuestionKind::offer)
    return f(weights_->features.offer(key == 0 ? kNoCard : q_->cards[key - 1], situation_), 1.0f);
  if (key == AnswerTree::kStop) return each_trait(act_, f, Trait::stop, 1);
  stones_.clear();
  if (act_ == Act::placement)
    own_stones_of(*q_, key, stones_);
  else
    stones_.push_back(static_cast<Point>(key));
  set_ = !stones_.empty();
  if (!set_) return;
  if (const Colour c = board_->at(stones_[0]); act_ == Act::vacant && c != Colour::empty)
    return set_ = false, each_touched(c == own_ ? Act::own : Act::theirs, stones_[0], f);
  each_stone(act_, stones_, f);
}

float Policy::score(Key key) {
  float sum = 0;
  each(key, [&](Features::Index i, float value) { sum += (*weights_)[i] * value; });
  if (set_)
    for (Point p : stones_) sum += worth_of_place(p) / static_cast<float>(stones_.size());
  return sum;
}

void Policy::features(Key key, std::vector<Feature>& out) {
  out.clear();
  each(key, [&](Features::Index i, float value) { out.push_back({i, value}); });
  if (!set_) return;
  const float share = 1 / static_cast<float>(stones_.size());
  for (Point p : stones_) {
    each_place(p, share, [&](Features::Index i, float value) { out.push_back({i, value}); });
    out.push_back({weights_->features.square(square(p)), share});
  }
}

void Policy::shares(std::span<const Key> keys, std::vector<float>& out) {
  out.clear();
  for (Key key : keys) out.push_back(score(key));
  const float most = out.empty() ? 0 : *std::max_element(out.begin(), out.end());
  float sum = 0;
  for (float& s : out) sum += s = std::exp(s - most);
  for (float& s : out) s /= sum;
}

bool Policy::answer(const Question& q, const Observation& seen, Random* random, Answer& out) {
  AnswerBuilder builder(q);
  look(q, seen, builder.chosen());
  for (; !builder.complete(); find_steps_from_chosen()) {  // the board stays as it is
    builder.keys(seen, keys_);
    if (keys_.empty()) return false;
    shares(keys_, shares_);
    std::size_t best = 0;
    if (random) {
      float left = static_cast<float>(random->below(1u << 24)) / static_cast<float>(1u << 24);
      while (best + 1 < keys_.size() && (left -= shares_[best]) >= 0) ++best;
    } else {
      best = static_cast<std::size_t>(std::max_element(shares_.begin(), shares_.end()) - shares_.begin());
    }
    builder.add(keys_[best]);
  }
  builder.take(out);
  return true;
}

}  // namespace gofuda::tools
