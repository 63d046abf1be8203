#include "tools/solver/exact_patterns.hpp"

#include <algorithm>

#include "core/random.hpp"

namespace gofuda::tools {

namespace {

// What a pattern that misses so many points is worth.
int weight(int missing) {
  constexpr int kWeights[] = {0, 60, 24, 7, 2};
  return missing < 5 ? kWeights[missing] : 1;
}

}  // namespace

bool PatternSolver::fits(const Ruleset& rules) {
  return rules.plain && rules.rules.captures == CaptureOrder::none && !rules.wins.scripted() && !rules.wins.empty() &&
         rules.rules.passes_to_end == 0 && rules.rules.exhausted == Exhausted::draw;
}

PatternSolver::PatternSolver(const Ruleset& rules, int table_bits)
    : rules_(rules), board_(rules), threats_(board_, budget_), table_(table_bits) {
  for (const Opening& o : rules.openings) last_opening_ = std::max(last_opening_, o.stones);
  moves_.resize(static_cast<std::size_t>(board_.points()) + 2);
  history_.assign(static_cast<std::size_t>(board_.points()), {});
}

void PatternSolver::forget() {
  table_.clear();
  threats_.forget();
  std::fill(history_.begin(), history_.end(), std::array<int, 2>{});
}

std::uint64_t PatternSolver::key(int side, int& symmetry) const {
  const std::uint64_t salt = static_cast<std::uint64_t>(2 * side + counts_plies_) + 1;
  return mix64(board_.hash(symmetry) + salt * 0x9e3779b97f4a7c15ull) | 1;
}

bool PatternSolver::closed(int point) const {
  return std::any_of(rules_.openings.begin(), rules_.openings.end(), [&](const Opening& o) {
    return o.stones == board_.stones() && o.closed.contains(board_.cell(point));
  });
}

int PatternSolver::guess(int side) const {
  int sum = 0;
  for (int missing = 1; missing <= board_.largest(); ++missing)
    sum += weight(missing) * (board_.alive(side, missing) - board_.alive(1 - side, missing));
  return std::clamp(sum, -10000, 10000);
}

int PatternSolver::score(int side, int point) const {
  int sum = 0;
  board_.for_each_through(point, [&](int p) {
    const int own = board_.count(side, p), theirs = board_.count(1 - side, p), size = board_.size(p);
    if (theirs == 0) sum += 4 * weight(size - own) + 2;
    if (own == 0) sum += 3 * weight(size - theirs) + 1;
  });
  return sum;
}

// The best first. Of the points that lie in no pattern that anybody could still complete, one stands for all.
void PatternSolver::list_moves(int side, const ThreatSearch::Zone* zone, std::vector<Scored>& out) const {
  out.clear();
  bool idle = false;
  for (int p = 0; p < board_.points(); ++p) {
    if (!board_.empty(p) || (zone && !(*zone)[static_cast<std::size_t>(p)])) continue;
    int s = score(side, p);
    if (s == 0 && std::exchange(idle, true)) continue;
    out.push_back({p, 64 * s + std::min(63, history_[static_cast<std::size_t>(p)][static_cast<std::size_t>(side)])});
  }
  std::stable_sort(out.begin(), out.end(), [](const Scored& a, const Scored& b) { return a.score > b.score; });
}

// The value of a stone there, for the side that sets it.
int PatternSolver::after(int side, int point, int depth, int alpha, int beta) {
  if (board_.set(side, point)) {
    board_.take_back(side, point);
    return kWin - 1;
  }
  ++ply_;
  const int v = -search(1 - side, depth, -one_ply_back(beta), -one_ply_back(alpha), false);
  --ply_;
  board_.take_back(side, point);
  return one_ply_on(v);
}

int PatternSolver::search_moves(int side, int depth, int alpha, int beta, std::vector<Scored>& moves, int best) {
  int best_point = -1, symmetry = 0;
  const int lower = alpha;
  const std::uint64_t guessed = guesses_;
  const std::uint64_t k = key(side, symmetry);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int point = moves[i].point;
    int v;
    if (i > 0 && beta - alpha > 1) {
      v = after(side, point, depth - 1, alpha, alpha + 1);
      if (v > alpha && v < beta) v = after(side, point, depth - 1, alpha, beta);
    } else {
      v = after(side, point, depth - 1, alpha, beta);
    }
    if (budget_.spent()) return 0;
    if (v > best) best = v, best_point = point;
    alpha = std::max(alpha, v);
    if (alpha >= beta) break;
  }
  if (best >= beta && best_point >= 0) ++history_[static_cast<std::size_t>(best_point)][static_cast<std::size_t>(side)];
  const auto bound = best >= beta ? TableEntry::lower : best <= lower ? TableEntry::upper : TableEntry::exact;
  const int looked = guesses_ == guessed ? TableEntry::kToTheEnd : std::clamp(depth, 0, 254);
  table_.store({k, static_cast<std::int16_t>(best),
                static_cast<std::uint16_t>(best_point < 0 ? 0xffff : board_.symmetries().to(symmetry, best_point)),
                static_cast<std::uint8_t>(looked), bound});
  return best;
}

// Where an opening rule holds or a side has no stone left: nothing but the rules.
int PatternSolver::search_any(int side, int depth, int alpha, int beta, bool skipped) {
  if (depth <= 0) return ++guesses_, counts_plies_ ? 0 : guess(side);
  int best = -kInfinite;
  std::vector<Scored> moves;
  for (int p = 0; p < board_.points() && board_.left(side) > 0; ++p)
    if (board_.empty(p) && !closed(p)) moves.push_back({p, score(side, p)});
  std::stable_sort(moves.begin(), moves.end(), [](const Scored& a, const Scored& b) { return a.score > b.score; });
  if (moves.empty()) {
    if (skipped) return 0;
    return one_ply_on(-search(1 - side, depth - 1, -one_ply_back(beta), -one_ply_back(alpha), true));
  }
  for (const Scored& m : moves) {
    best = std::max(best, after(side, m.point, depth - 1, std::max(alpha, best), beta));
    if (best >= beta || budget_.spent()) break;
  }
  return best;
}

int PatternSolver::search(int side, int depth, int alpha, int beta, bool skipped) {
  if (!budget_.spend()) return 0;
  if (board_.game_full()) return 0;
  if (board_.stones() <= last_opening_ || board_.left(side) <= 0) return search_any(side, depth, alpha, beta, skipped);
  std::array<int, 2> points{};
  if (board_.completing(side, points) > 0) return kWin - 1;
  const int threats = board_.left(1 - side) > 0 ? board_.completing(1 - side, points) : 0;
  if (threats == 2) return -(kWin - 2);
  const int least = board_.held(1 - side, false) ? 0 : -kInfinite, greatest = board_.held(side, true) ? 0 : kWin - 3;
  if (least >= beta) return least;
  if (greatest <= alpha || least == greatest) return greatest;
  alpha = std::max(alpha, least);
  beta = std::min(beta, greatest);

  int symmetry = 0;
  const TableEntry* const known = table_.find(key(side, symmetry));
  int first = -1;
  if (known) {
    const bool sure = known->depth == TableEntry::kToTheEnd ||
                      (known->value > kSure && known->bound != TableEntry::upper) ||
                      (known->value < -kSure && known->bound != TableEntry::lower);
    if ((sure || known->depth >= depth) && known->cuts(alpha, beta)) {
      guesses_ += !sure;
      return known->value;
    }
    if (known->move != 0xffff) first = board_.symmetries().back(symmetry, known->move);
  }
  std::vector<Scored>& moves = moves_[ply_];
  int best = least;
  const int most = counts_plies_ ? depth : kAnyLength;
  if (threats == 1) {
    if (depth <= 0 && counts_plies_) return ++guesses_, 0;
    moves.assign(1, {points[0], 0});
    return search_moves(side, counts_plies_ ? depth : depth + 1, alpha, beta, moves, best);
  }
  if (const int plies = threats_.win(side, most)) return kWin - plies;
  if (depth <= 0) return ++guesses_, counts_plies_ ? 0 : guess(side);
  const int lost = threats_.win(1 - side, counts_plies_ ? depth - 1 : most);
  if (lost > 0) {
    best = std::max(best, -(kWin - lost - 1));
    const ThreatSearch::Zone zone = threats_.spoilers(1 - side);
    list_moves(side, &zone, moves);
  } else {
    list_moves(side, nullptr, moves);
  }
  auto it = std::find_if(moves.begin(), moves.end(), [&](const Scored& m) { return m.point == first; });
  if (it != moves.end()) std::rotate(moves.begin(), it, it + 1);
  return search_moves(side, depth, alpha, beta, moves, best);
}

// --- the root

// Where a stone wins at once, or the other side's next one would, there is nothing else to look at.
void PatternSolver::list_root_moves(const Board& board) {
  std::vector<RootMove> moves;
  std::array<bool, 2> at_hand{};  // a win; the other side's
  for (int p = 0; p < board_.points() && board_.left(root_side_) > 0; ++p) {
    if (!board_.empty(p) || closed(p)) continue;
    const bool wins = board_.completes(root_side_, p);
    const bool stops = board_.completes(1 - root_side_, p) && board_.left(1 - root_side_) > 0;
    at_hand[0] |= wins;
    at_hand[1] |= stops;
    moves.push_back({board_.cell(p), score(root_side_, p)});
  }
  if (at_hand[0] || (at_hand[1] && board_.stones() > last_opening_))
    std::erase_if(moves, [&](const RootMove& m) {
      return !board_.completes(at_hand[0] ? root_side_ : 1 - root_side_, board_.symmetries().number[m.point]);
    });
  root_.assign(std::move(moves), board_.symmetries(), board_.symmetries().of_position(rules_, board));
}

std::optional<int> PatternSolver::search_root(int depth, int alpha, int beta) {
  return root_.search(budget_, alpha, beta, [&](Point p, int a, int b) {
    return after(root_side_, board_.symmetries().number[p], depth - 1, a, b);
  });
}

void PatternSolver::note(Solution& out, int value, int depth) const {
  out.depth = depth;
  out.best = root_.best(value);
  out.plies = value > kSure ? kWin - value : value < -kSure ? kWin + value : 0;
  out.nodes = budget_.nodes();
}

// Three questions are searched deeper and deeper, the one that has cost least so far next: does the side win, does it
// lose, and which move looks best.
void PatternSolver::find_value(Solution& out, const SearchLimits& limits) {
  struct Task {
    int alpha, beta;
    int depth = 0;
    std::uint64_t nodes = 0;
    bool answered = false;
  };
  counts_plies_ = false;
  std::array<Task, 3> tasks{{{kSure, kSure + 1}, {-kSure - 1, -kSure}, {-kSure - 1, kSure + 1}}};
  const Task &wins = tasks[0], &loses = tasks[1], &looks = tasks[2];
  while (!out.solved()) {
    Task& t = *std::min_element(tasks.begin(), tasks.end(), [](const Task& a, const Task& b) {
      return std::pair(a.answered, a.nodes) < std::pair(b.answered, b.nodes);
    });
    const std::uint64_t guessed = guesses_, before = budget_.nodes();
    const auto value = search_root(++t.depth, t.alpha, t.beta);
    if (!value) return;
    t.nodes += budget_.nodes() - before;
    t.answered = guesses_ == guessed;
    if (*value > kSure)
      out.result = Solution::Result::win;
    else if (*value < -kSure)
      out.result = Solution::Result::loss;
    else if (looks.answered || (wins.answered && loses.answered))
      out.result = Solution::Result::draw;
    if (&t == &looks || (out.solved() && out.result != Solution::Result::draw)) note(out, *value, t.depth);
    if (out.result == Solution::Result::draw) find_draws(out);
    if (limits.progress) limits.progress(out);
  }
}

// Of a draw: the moves that do not lose.
void PatternSolver::find_draws(Solution& out) {
  const std::vector<Point> looks_good = std::exchange(out.best, {});
  const int depth = board_.points() + 2;  // to the end, with turns that may be missed
  for (const RootMove& m : root_.all()) {
    const int v = after(root_side_, board_.symmetries().number[m.point], depth, -kSure - 1, -kSure);
    if (budget_.spent()) break;
    if (v >= -kSure) out.best.push_back(m.point);
  }
  out.best = out.best.empty() ? looks_good : root_.images(out.best);
  out.nodes = budget_.nodes();
}

// Of a win or a loss: its length, by looking no further than so many plies. Until a loss is counted, the move to play
// is one that does not lose so soon.
void PatternSolver::find_plies(Solution& out, const SearchLimits& limits) {
  counts_plies_ = true;
  const bool won = out.result == Solution::Result::win;
  for (int depth = 1; depth <= out.plies; ++depth) {
    const auto value = search_root(depth, won ? 0 : -kInfinite, won ? kInfinite : 0);
    if (!value) return;
    out.nodes = budget_.nodes();
    const int plies = *value > kSure ? kWin - *value : *value < -kSure ? kWin + *value : depth + 2;
    if (plies <= depth + 1) {
      note(out, *value, depth);
      out.exact_plies = true;
      if (limits.progress) limits.progress(out);
      return;
    }
    if (!won) out.best.assign(1, root_.all().front().point);
  }
}

// No stone can be set, so that the turn is missed: the value is that of the position after it.
void PatternSolver::skip_root(const Position& position, Scripts& scripts, const SearchLimits& limits, Solution& out) {
  out.best.assign(1, kNoPoint);
  if (position.passes > 0) return void(out.result = Solution::Result::draw);
  Position next = position;
  next.to_move = other(position.to_move);
  next.passes = 1;
  Solution theirs = solve(next, scripts, limits);
  constexpr Solution::Result kReversed[] = {Solution::Result::open, Solution::Result::win, Solution::Result::draw,
                                            Solution::Result::loss};
  theirs.result = kReversed[static_cast<std::size_t>(theirs.result)];
  theirs.plies += theirs.plies > 0;
  theirs.best = out.best;
  out = std::move(theirs);
}

Solution PatternSolver::solve(const Position& position, Scripts& scripts, const SearchLimits& limits) {
  Solution out;
  budget_.begin(limits);
  board_.load(position);
  root_side_ = index(position.to_move);
  ply_ = 0;
  list_root_moves(position.board);
  if (root_.all().empty()) return skip_root(position, scripts, limits, out), out;
  out.best = root_.best(-kInfinite);
  find_value(out, limits);
  if (out.result == Solution::Result::win || out.result == Solution::Result::loss) find_plies(out, limits);
  out.nodes = budget_.nodes();
  return out;
}

}  // namespace gofuda::tools
