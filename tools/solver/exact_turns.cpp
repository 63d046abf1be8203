#include "tools/solver/exact_turns.hpp"

#include <algorithm>
#include <cmath>

#include "core/result.hpp"

namespace gofuda::tools {

namespace {

constexpr int kLongestLine = 150;

// 0 to 2: who would have to be looked at first.
int urgency(const Board& board, Point p, Colour c) {
  int most = 0;
  board.lattice().for_each_beside(p, [&](Point n) {
    if (most < 2 && board.at(n) == opposite(c) && board.liberties(n).count() == 1) most = 2;
    if (board.at(n) == Colour::black || board.at(n) == Colour::white) most = std::max(most, 1);
  });
  return most;
}

}  // namespace

TurnSolver::TurnSolver(const Ruleset& rules, int table_bits) : rules_(rules), symmetries_(rules), table_(table_bits) {
  for (const Opening& o : rules.openings) last_opening_ = std::max(last_opening_, o.stones);
  Random random(0x7475726e73ull);
  for (int i = 0; i < symmetries_.points(); ++i) {
    const std::uint64_t black = random.next();
    keys_.push_back({black, random.next()});
  }
}

bool TurnSolver::Choice::answer(const Question& q, const Observation&, Answer& out) {
  asked = true;
  if (q.kind == QuestionKind::stone)
    out.make_stone(point);
  else
    out.make_points();  // none of the stones is dead
  return true;
}

// --- the line being looked at

void TurnSolver::begin(const Position& position) {
  line_.assign(1, Node(rules_.grid));
  at_ = 0;
  Node& first = line_[0];
  first.position = position;
  first.position.moves.clear();  // what is past plays no part but through superko
  first.position.effects.clear();
  first.past.assign(static_cast<std::size_t>(symmetries_.size()), 0);
  const auto seen = first.position.seen.in_order();
  symmetric_ = seen.size() <= 1;
  salt_ = 0;
  if (symmetric_) {
    remember(first);
  } else {
    first.seen = seen.size();
    for (std::uint64_t h : seen) salt_ = mix64(salt_ + h);
  }
  longest_ = static_cast<std::size_t>(std::clamp(kMostUnchangedTurns - 1 - position.unchanged_turns, 1, kLongestLine));
}

std::uint64_t TurnSolver::stones_hash(const Board& board, int symmetry) const {
  std::uint64_t hash = 0;
  for (int i = 0; i < symmetries_.points(); ++i) {
    const Colour c = board.at(symmetries_.cell_of[static_cast<std::size_t>(i)]);
    if (c == Colour::empty) continue;
    hash ^= keys_[static_cast<std::size_t>(symmetries_.to(symmetry, i))][static_cast<std::size_t>(index(seat_of(c)))];
  }
  return hash;
}

// The set of positions that are forbidden, in whatever order they came.
void TurnSolver::remember(Node& node) const {
  const auto seen = node.position.seen.in_order();
  for (; node.seen < seen.size(); ++node.seen) {
    const auto end = seen.begin() + static_cast<std::ptrdiff_t>(node.seen);
    if (std::find(seen.begin(), end, *end) != end) continue;
    for (int s = 0; s < symmetries_.size(); ++s) {
      const auto mover = static_cast<std::uint64_t>(index(node.position.to_move));
      node.past[static_cast<std::size_t>(s)] ^= mix64(stones_hash(node.position.board, s) + mover + 1);
    }
  }
}

TurnSolver::Try TurnSolver::play(Point point) {
  if (line_.size() == at_ + 1) line_.push_back(line_[at_]);
  const Node& from = line_[at_];
  Node& to = line_[at_ + 1];
  to = from;
  choice_.point = point;
  choice_.asked = false;
  log_.clear();
  const Status s = run_->turn(to.position, log_, 0, {&choice_, &choice_, nullptr});
  if (s != Status::done) return Try::refused;
  to.position.moves.clear();
  to.position.effects.clear();
  remember(to);
  ++at_;
  return choice_.asked ? Try::played : Try::missed;
}

std::uint64_t TurnSolver::key(const Node& node, int& symmetry) const {
  const Position& p = node.position;
  const int stones = p.board.stone_count(Colour::black) + p.board.stone_count(Colour::white);
  const bool free = stones > last_opening_;
  const bool ko = p.board.ko() != kNoPoint && p.ko_by != p.to_move;
  std::uint64_t least = 0;
  symmetry = 0;
  for (int s = 0; s < (free && symmetric_ ? symmetries_.size() : 1); ++s) {
    std::uint64_t h = stones_hash(p.board, s) + node.past[static_cast<std::size_t>(s)];
    if (ko) h += mix64(static_cast<std::uint64_t>(symmetries_.to(s, symmetries_.number[p.board.ko()])) + 1000);
    if (s == 0 || h < least) least = h, symmetry = s;
  }
  auto add = [&](int x) { least = mix64(least + 0x9e3779b97f4a7c15ull * static_cast<std::uint64_t>(x + 100'000)); };
  add(index(p.to_move) + 2 * p.passes);
  add(static_cast<int>(beyond_));
  least ^= salt_;
  if (rules_.rules.stones > 0) add(p.set[0]), add(p.set[1]);
  if (rules_.rules.scoring == Scoring::territory) add(p.prisoners[0] - p.prisoners[1]);
  return least | 1;
}

// --- values

// Leads are whole points apart: of those, in halves, from where the komi lies, so that they are small numbers, 0 a
// draw.
int TurnSolver::value_of(const Position& p) const {
  const int lead = score_of(rules_, p).margin();
  const int whole = static_cast<int>(std::floor(static_cast<double>(lead) / kWholePoint));
  const int value = 2 * whole + (lead % kWholePoint != 0);
  return p.to_move == Seat::black ? value : -value;
}

// The lead again, for the side to move.
int TurnSolver::lead_of(int value) const {
  const Seat side = line_[0].position.to_move;
  const int black = side == Seat::black ? value : -value;
  if (black % 2 == 0) return kWholePoint / 2 * value;
  const int rest = ((-rules_.rules.komi % kWholePoint) + kWholePoint) % kWholePoint;
  const int lead = kWholePoint * ((black - 1) / 2) + rest;
  return side == Seat::black ? lead : -lead;
}

// Of a game that is over, for the side that would be next.
bool TurnSolver::ended(const Position& p, int& value) const {
  if (!p.over() && !p.marking) return false;
  if (p.ending == Ending::win)
    value = p.winner == index(p.to_move) ? kWin : -kWin;
  else
    value = p.ending == Ending::draw ? 0 : value_of(p);
  return true;
}

std::vector<Point> TurnSolver::candidates(const Position& p) const {
  std::array<std::vector<Point>, 3> by_urgency;
  p.board.points_of(Colour::empty).for_each([&](Point x) {
    by_urgency[static_cast<std::size_t>(urgency(p.board, x, colour_of(p.to_move)))].push_back(x);
  });
  std::vector<Point> out;
  for (std::size_t i : {2u, 1u, 0u}) out.insert(out.end(), by_urgency[i].begin(), by_urgency[i].end());
  if (rules_.rules.passes_to_end > 0) out.insert(p.passes > 0 ? out.begin() : out.end(), kNoPoint);
  return out;
}

// May the entry be used for a search of that depth? What a side can force, it can force whatever the depth.
bool TurnSolver::holds(const TableEntry& e, int depth, bool black) const {
  if (e.depth == TableEntry::kToTheEnd || e.depth >= depth) return true;
  if (beyond_ == Beyond::guessed) return false;
  const bool own = (beyond_ == Beyond::lost_for_black) == black;
  return e.bound == (own ? TableEntry::lower : TableEntry::upper);
}

int TurnSolver::try_all(const std::vector<Point>& points, int depth, int alpha, int beta, Point& best_point) {
  int best = -kInfinite;
  const Seat side = line_[at_].position.to_move;
  for (Point p : points) {
    const Try t = play(p);
    if (t == Try::refused) continue;
    const bool same_side = line_[at_].position.to_move == side;  // at the end of the game
    int v;
    if (ended(line_[at_].position, v)) {
      v = same_side ? v : -v;
      budget_.spend();
    } else {
      v = -search(depth - 1, -one_ply_back(beta), -one_ply_back(alpha));
    }
    --at_;
    v = one_ply_on(v);
    if (budget_.spent()) return best;
    if (v > best) best = v, best_point = p;
    alpha = std::max(alpha, v);
    if (alpha >= beta || t == Try::missed) break;
  }
  return best;
}

// The value of the line's last position, for the side to move.
int TurnSolver::search(int depth, int alpha, int beta) {
  if (!budget_.spend()) return 0;
  const Position& p = line_[at_].position;
  const bool black = p.to_move == Seat::black;
  if (depth <= 0 || at_ >= longest_) {
    ++guesses_;
    if (beyond_ == Beyond::guessed) return value_of(p);
    return (beyond_ == Beyond::lost_for_black) == black ? -kInfinite : kInfinite;
  }
  int symmetry = 0;
  const std::uint64_t k = key(line_[at_], symmetry);
  std::vector<Point> points = candidates(p);
  if (const TableEntry* known = table_.find(k)) {
    if (holds(*known, depth, black) && known->cuts(alpha, beta)) {
      guesses_ += known->depth != TableEntry::kToTheEnd;
      return known->value;
    }
    const Point first = known->move == 0xffff
                            ? kNoPoint
                            : symmetries_.cell_of[static_cast<std::size_t>(symmetries_.back(symmetry, known->move))];
    auto it = std::find(points.begin(), points.end(), first);
    if (it != points.end()) std::rotate(points.begin(), it, it + 1);
  }
  const std::uint64_t guessed = guesses_;
  Point best_point = kNoPoint;
  const int best = try_all(points, depth, alpha, beta, best_point);
  if (budget_.spent()) return 0;
  const auto bound = best >= beta ? TableEntry::lower : best <= alpha ? TableEntry::upper : TableEntry::exact;
  const int move = best_point == kNoPoint ? 0xffff : symmetries_.to(symmetry, symmetries_.number[best_point]);
  const int looked = guesses_ == guessed ? TableEntry::kToTheEnd : std::min(depth, 254);
  table_.store(
      {k, static_cast<std::int16_t>(best), static_cast<std::uint16_t>(move), static_cast<std::uint8_t>(looked), bound});
  return best;
}

// --- the root

void TurnSolver::list_root_moves() {
  std::vector<RootMove> moves;
  int order = 0;
  for (Point p : candidates(line_[0].position)) {
    const Try t = play(p);
    if (t == Try::refused) continue;
    --at_;
    moves.push_back({t == Try::missed ? kNoPoint : p, --order});
    if (t == Try::missed) break;
  }
  std::vector<int> own{0};
  if (symmetric_) own = symmetries_.of_position(rules_, line_[0].position.board);
  root_.assign(std::move(moves), symmetries_, std::move(own));
}

std::optional<int> TurnSolver::search_root(Beyond beyond, int depth, int alpha, int beta) {
  beyond_ = beyond;
  return root_.search(budget_, alpha, beta, [&](Point p, int a, int b) {
    Point best = kNoPoint;
    return try_all({p}, depth, a, b, best);
  });
}

void TurnSolver::settle(Solution& out, int value) const {
  using Result = Solution::Result;
  out.result = value > 0 ? Result::win : value < 0 ? Result::loss : Result::draw;
  out.best = root_.best(value);
  out.exact_plies = counts_plies(value);
  out.plies = value > kSure ? kWin - value : value < -kSure ? kWin + value : 0;
  const bool counted = rules_.rules.passes_to_end > 0 || rules_.rules.exhausted == Exhausted::score;
  if (counted && !counts_plies(value)) out.margin = lead_of(value);
}

// One depth more. False when the budget is spent.
bool TurnSolver::deepen(Solution& out, int depth, const SearchLimits& limits) {
  const bool black = line_[0].position.to_move == Seat::black;
  const auto own = black ? Beyond::lost_for_black : Beyond::lost_for_white;
  const auto theirs = black ? Beyond::lost_for_white : Beyond::lost_for_black;
  if (const auto guess = search_root(Beyond::guessed, depth, -kInfinite, kInfinite)) {
    out.best = root_.best(*guess);
    out.depth = depth;
  }
  const auto forced = search_root(own, depth, -kInfinite, kInfinite);
  if (!forced) return false;
  const RootMoves found = root_;
  const bool won = *forced > kSure && *forced <= kWin;
  if (!won && *forced > -kInfinite) {
    const auto let = search_root(theirs, depth, *forced, *forced + 1);
    if (!let) return false;
    root_ = found;
    if (*let <= *forced) settle(out, *forced);
  } else if (won) {
    settle(out, *forced);
  }
  out.nodes = budget_.nodes();
  if (limits.progress) limits.progress(out);
  return true;
}

Solution TurnSolver::solve(const Position& position, Scripts& scripts, const SearchLimits& limits) {
  Solution out;
  budget_.begin(limits);
  run_.emplace(rules_, scripts, ChanceKey{});
  begin(position);
  list_root_moves();
  out.best = root_.best(-kInfinite);
  for (int depth = 1; !out.solved() && static_cast<std::size_t>(depth) < longest_; ++depth)
    if (!deepen(out, depth, limits)) break;
  out.nodes = budget_.nodes();
  return out;
}

}  // namespace gofuda::tools
