#include "tools/players/dead_reading.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/halt.hpp"
#include "core/score.hpp"

namespace gofuda::tools {

namespace {

constexpr int kMostEmpty = 8;         // points that a fight may have
constexpr int kMostInside = 8;        // and a room in which stones may be given up to kill
constexpr double kStands = 0.7;       // what borders on it must be as likely to live
constexpr double kGone = 0.1;         // or as little likely, and counts as the other side's
constexpr int kSmallest = 3;          // stones worth reading for: below, it is a matter of who fills what
constexpr int kTooLargeToRefill = 7;  // stones after whose capture the other side gets two eyes
constexpr int kManyLiberties = 4;     // elsewhere, with which what encloses others may be left out
constexpr double kRead = 0.99;        // how sure it is
constexpr int kMostNodes = 40'000, kDeepest = 100;
constexpr int kMostNodesInAll = 800'000;

// About one chain, the target: can the other side, the killer, take it and keep what encloses it? Both may pass, and
// two passes end it.
class Fight {
 public:
  // `narrow`: what encloses it is left out where it is called alive and has many liberties elsewhere.
  Fight(const Board& board, const Grid& grid, const Marking& marking, const Marking::Chain& target, bool narrow)
      : narrow_(narrow),
        board_(board),
        grid_(grid),
        target_(target.points),
        own_(board.at(target.points.first())),
        killer_(opposite(own_)),
        empty_(board.points_of(Colour::empty)),
        fits_(find(marking) && weigh(marking)) {}

  // Nothing where it does not fit, would be read for too long, or hangs on who moves first or on a ko.
  std::optional<bool> lives() {
    if (!fits_) return {};
    if (killer_succeeds(killer_) == false) return true;
    if (killer_succeeds(own_) == true) return false;
    return {};
  }
  int nodes() const { return nodes_in_all_; }
  bool too_long() const { return too_long_; }

 private:
  bool grow(const PointSet& more) {  // by these empty points, and what hangs together with them
    const PointSet larger = area_ | grid_.joined(more & empty_, empty_);
    if (larger.count() > kMostEmpty) return false;
    area_ = larger;
    return true;
  }
  bool find(const Marking& marking);
  bool weigh(const Marking& marking);
  int lead(const Board& board) const;
  bool stands(const Marking::Chain& wall, const Marking& marking) const;
  PointSet outside() const;
  std::optional<bool> killer_succeeds(Colour first);
  std::optional<bool> search(Colour first, bool repeated);
  bool succeeds(const Board& board, Colour to_move, int passes, int depth);
  bool finds_a_way(const Board& board, Colour to_move, int passes, int depth);

  const bool narrow_;
  Board board_;  // what is dead anyway and lies around it belongs to the other side
  const Grid& grid_;
  const PointSet target_;
  const Colour own_, killer_;
  const PointSet empty_;
  PointSet area_, stones_;      // empty points, and stones that may be taken
  PointSet walls_;              // of these the killer's around it; what is inside may be given up to kill
  int taken_ = 0, needed_ = 0;  // twice the killer's lead with the target off, and what tells it from the other end
  const bool fits_;

  bool too_long_ = false;
  bool repeated_ = false;  // what a position that comes again is for the killer
  int nodes_ = 0, nodes_in_all_ = 0;
  std::unordered_map<std::uint64_t, bool> known_;
  std::unordered_set<std::uint64_t> path_;
};

// Which points and chains belong to it: what encloses the target, whatever has all of its liberties here, and what
// nobody may take to live.
bool Fight::find(const Marking& marking) {
  const PointSet liberties = board_.liberties(target_.first()), close = grid_.neighbours(target_ | liberties);
  stones_ = target_;
  if (!grow(liberties)) return false;
  std::vector<const Marking::Chain*> others;
  for (const Marking::Chain& chain : marking.chains)
    if (chain.points != target_) others.push_back(&chain);
  const auto new_liberties = [&](const Marking::Chain* chain) {
    return (board_.liberties(chain->points.first()) - area_).count();
  };
  std::stable_sort(others.begin(), others.end(), [&](const Marking::Chain* a, const Marking::Chain* b) {
    return new_liberties(a) < new_liberties(b);
  });
  for (bool more = true; more;) {
    more = std::erase_if(others, [&](const Marking::Chain* chain) {
             const PointSet& points = chain->points;
             if (!grid_.neighbours(area_ | stones_).intersects(points)) return false;
             const PointSet around = board_.liberties(points.first());
             const bool foe = board_.at(points.first()) == killer_;
             const bool left_out = narrow_ && (around - area_).count() >= kManyLiberties;
             const bool joins = area_.contains_all(around) ||
                                (foe && !left_out && close.intersects(points) && grow(around)) ||
                                (chain->alive < kStands && grow(around));
             if (joins) stones_ |= points;
             if (joins && foe) walls_ |= points;
             return joins;
           }) > 0;
  }
  walls_ = walls_ & outside();
  const PointSet near = grid_.neighbours(area_ | stones_);
  std::erase_if(others, [&](const Marking::Chain* chain) { return !near.intersects(chain->points); });
  for (const Marking::Chain* chain : others) {
    if (chain->alive >= kStands) continue;
    if (chain->alive > kGone) return false;
    chain->points.for_each([&](Point p) { board_.set(p, opposite(board_.at(p))); });
  }
  return std::all_of(others.begin(), others.end(), [&](const Marking::Chain* chain) {
    return chain->alive < kStands || board_.at(chain->points.first()) == own_ || stands(*chain, marking);
  });
}

// Whatever becomes of the fight: by an eye or open land elsewhere, which nothing of the other side borders on that
// lives.
bool Fight::stands(const Marking::Chain& wall, const Marking& marking) const {
  PointSet living, left = board_.liberties(wall.points.first()) - area_;
  for (const Marking::Chain& chain : marking.chains)
    if (!chain.dead() && board_.at(chain.points.first()) == own_) living |= chain.points;
  while (!left.empty()) {
    const PointSet part = grid_.take_part(left, empty_);
    if (part.count() > kMostEmpty || !grid_.neighbours(part).intersects(living)) return true;
  }
  return false;
}

// What does not lie within the own side's stones: the large parts of the board without them.
PointSet Fight::outside() const {
  PointSet left = grid_.points() - (stones_ & board_.points_of(own_)), out;
  while (!left.empty()) {
    const PointSet part = grid_.take_part(left, left);
    if (part.count() > kMostInside) out |= part;
  }
  return out;
}

// Half-way between the target on the board and off it. Where both the target and what encloses it are called dead, so
// that this comes to the same, what encloses it stands.
bool Fight::weigh(const Marking& marking) {
  for (const PointSet& spared : {PointSet(), walls_}) {
    Board with = board_;
    for (const Marking::Chain& chain : marking.chains)
      if (chain.dead() && chain.points != target_ && (stones_ - spared).contains_all(chain.points))
        chain.points.for_each([&](Point p) { with.set(p, Colour::empty); });
    Board without = with;
    target_.for_each([&](Point p) { without.set(p, Colour::empty); });
    taken_ = 2 * lead(without);
    needed_ = lead(without) + lead(with);
    if (taken_ > needed_) return true;
  }
  return false;
}

// How far the killer is ahead, by area.
int Fight::lead(const Board& board) const {
  const Score score = count(board, grid_, {}, {});
  const int black = score.points(Seat::black) - score.points(Seat::white);
  return killer_ == Colour::black ? black : -black;
}

// The same whatever a repetition is worth, or nothing.
std::optional<bool> Fight::killer_succeeds(Colour first) {
  const std::optional<bool> at_worst = search(first, false);
  if (at_worst != false) return at_worst;
  return search(first, true) == false ? at_worst : std::nullopt;
}

std::optional<bool> Fight::search(Colour first, bool repeated) {
  repeated_ = repeated;
  nodes_ = 0;
  known_.clear();
  path_.clear();
  Board board = board_;
  board.set_ko(kNoPoint);
  const bool found = succeeds(board, first, 0, 0);
  nodes_in_all_ += nodes_;
  if (nodes_ > kMostNodes) {
    too_long_ = true;
    return {};
  }
  return found;
}

bool Fight::succeeds(const Board& board, Colour to_move, int passes, int depth) {
  if (depth > kDeepest || halted()) nodes_ = kMostNodes;
  if (++nodes_ > kMostNodes) return false;
  const int lost = (walls_ - board.points_of(killer_)).count();
  if (4 * lost > taken_ - needed_) return false;  // each is the other side's, too
  const bool gone = !board.points_of(own_).intersects(target_);
  if (gone && target_.count() >= kTooLargeToRefill) return true;
  if (passes == 2) return gone && 2 * lead(board) > needed_;
  const std::uint64_t state =
      (std::uint64_t{board.ko()} << 3) | (to_move == killer_ ? 4U : 0U) | static_cast<unsigned>(passes);
  const std::uint64_t key = board.hash() ^ (state * 0x9e3779b97f4a7c15U);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  if (!path_.insert(key).second) return repeated_;
  const bool out = finds_a_way(board, to_move, passes, depth) == (to_move == killer_);
  path_.erase(key);
  known_[key] = out;
  return out;
}

// To what whoever is to move wants.
bool Fight::finds_a_way(const Board& board, Colour to_move, int passes, int depth) {
  const bool wanted = to_move == killer_;
  const Colour other = opposite(to_move);
  const auto pass = [&] {
    Board after = board;
    after.set_ko(kNoPoint);
    return succeeds(after, other, passes + 1, depth + 1) == wanted;
  };
  if (passes == 1 && pass()) return true;
  PointSet captures, others;
  ((area_ | stones_) & board.points_of(Colour::empty)).for_each([&](Point p) {
    if (board.is_eye(p, to_move) || !board.legal(p, to_move)) return;
    bool takes = false;
    board.lattice().for_each_beside(p, [&](Point n) { takes |= board.at(n) == other && board.only_liberty(n) == p; });
    (takes ? captures : others).insert(p);
  });
  for (PointSet* left : {&captures, &others})
    for (; !left->empty(); left->erase(left->first())) {
      Board after = board;
      after.play(left->first(), to_move);
      if (succeeds(after, other, 0, depth + 1) == wanted) return true;
    }
  return passes == 0 && pass();
}

}  // namespace

void read_out(Marking& marking, const Grid& grid, const Board& board) {
  const Marking before = marking;
  int left = kMostNodesInAll;
  for (std::size_t i = 0; i < before.chains.size() && left > 0; ++i) {
    const Marking::Chain& chain = before.chains[i];
    if (chain.points.count() < kSmallest) continue;
    std::optional<bool> lives;
    for (const bool narrow : {false, true}) {
      if (left <= 0) break;
      Fight fight(board, grid, before, chain, narrow);
      lives = fight.lives();
      left -= fight.nodes();
      if (lives || !fight.too_long()) break;
    }
    if (lives) marking.chains[i].alive = *lives ? std::max(kRead, chain.alive) : std::min(1 - kRead, chain.alive);
  }
}

}  // namespace gofuda::tools
