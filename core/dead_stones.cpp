#include "core/dead_stones.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/guided_playout.hpp"
#include "core/life.hpp"
#include "core/life_search.hpp"
#include "core/score.hpp"

namespace gofuda {
namespace {

constexpr double kLikely = 0.9, kUnlikely = 0.03;  // between these, a chain is searched
constexpr double kSure = 0.9;                      // below this it is judged again without what is surely dead
constexpr double kAlike = 0.12;                    // of chains that are searched as one
constexpr int kReach = 5, kLargest = 50;           // points from a searched chain, and points there, that are played on
constexpr int kShortOfLiberties = 4;
constexpr int kMostGames = 2000;  // games
constexpr int kFewGames = 60;     // that are played in any case, and the share of the work that they are to be
constexpr std::uint64_t kForGames = 3;
constexpr int kFewSharing = 31;  // games for what stays open between living stones
constexpr int kLargestEye = 3;   // that joins chains which share liberties

double logit(double p) { return std::log(p / (1 - p)); }
double likely(double logit) { return 1 / (1 + std::exp(-logit)); }

// What the games of both kinds together say. Measured on finished games: see the players' README.
double alive_after(double playouts, double own_first, double other_first) {
  constexpr double kSearch = 3.5, kEven = 0.57, kHolds = 0.95, kHeld = 2;
  const double held = other_first >= kHolds ? kHeld : 0;
  return likely(logit(std::clamp(playouts, 0.005, 0.995)) + kSearch * ((own_first + other_first) / 2 - kEven) + held);
}
// Random games are less sure than they are right, where they are sure at all; where they are not, they are right half
// as often as that, by the odds' logarithm. Measured on finished games: see the players' README.
double sharpened(double alive) {
  constexpr double kSharper = 1.5, kDoubtful = 2.94, kClear = 3.2, kRight = 0.5;
  const double far = kSharper * logit(std::clamp(alive, 0.002, 0.998)), size = std::abs(far);
  if (size >= kClear) return likely(far);
  const double doubtful = kRight * kDoubtful, slope = (kClear - doubtful) / (kClear - kDoubtful);
  return likely(std::copysign(size < kDoubtful ? kRight * size : doubtful + slope * (size - kDoubtful), far));
}

// Whose a point is on a board played to the end: its stone's, or that of the stones around it.
Colour owner_at(const Board& board, Point p) {
  if (board.at(p) == Colour::off) return Colour::empty;  // a wall
  if (board.at(p) != Colour::empty) return board.at(p);
  return board.lattice().with([&](auto lattice) {
    Colour owner = Colour::empty;
    for (int i = 0; i < lattice.kBeside; ++i) {
      const Colour c = board.at(lattice.beside(p, i));
      if (c != Colour::black && c != Colour::white) continue;
      if (owner != Colour::empty && owner != c) return Colour::empty;
      owner = c;
    }
    return owner;
  });
}

// The points of `points` that stay open when both sides play on there: neither can fill them.
PointSet unfillable(const Board& board, const PointSet& points) {
  GuidedPlayout playout(points, true);
  Draws draws(board.hash());
  std::array<int, kCells> open{};
  Board work = board;
  for (int n = 0; n < kFewSharing; ++n) {
    work = board;
    work.set_ko(kNoPoint);
    playout.run(work, n % 2 ? Colour::white : Colour::black, kNoPoint, draws);
    points.for_each([&](Point p) { open[p] += work.at(p) == Colour::empty; });
  }
  PointSet out;
  points.for_each([&](Point p) {
    if (2 * open[p] > kFewSharing) out.insert(p);
  });
  return out;
}

// Chains of c beside these points, and those that share a small eye with them.
PointSet living_by(const PointSet& points, const Board& board, const Grid& grid, Colour c, const PointSet& area) {
  const PointSet own = board.points_of(c), room = area & board.points_of(Colour::empty);
  PointSet out;
  for (PointSet more = grid.neighbours(points) & own; !more.empty();) {
    out |= grid.joined(more, own);
    PointSet eyes;
    for (PointSet left = grid.neighbours(out) & room; !left.empty();) {
      const PointSet eye = grid.take_part(left, room);
      if (eye.count() <= kLargestEye) eyes |= eye;
    }
    more = (grid.neighbours(eyes) & own) - out;
  }
  return out;
}

// The chains around the point at which a stone can be taken in a ko, all of its own side; or none.
PointSet around_ko(const Board& board, const Grid& grid, const PointSet& chain) {
  if (chain.count() > 1) return {};
  const Point stone = chain.first(), at = board.only_liberty(stone);
  if (at == kNoPoint) return {};
  PointSet out;
  for (PointSet left = grid.neighbours(at) - chain; !left.empty(); left -= out) {
    if (board.at(left.first()) != board.at(stone)) return {};
    out |= board.chain(left.first());
  }
  return out;
}

struct KoStone {
  Point stone, at;
  PointSet around;
};

std::vector<KoStone> ko_stones(const Board& board, const Grid& grid, Colour c) {
  std::vector<KoStone> out;
  board.for_each_chain([&](const PointSet& chain) {
    const Point stone = chain.first();
    if (board.at(stone) != c) return;
    if (const PointSet around = around_ko(board, grid, chain); !around.empty())
      out.push_back({stone, board.only_liberty(stone), around});
  });
  return out;
}

// Do the stones around a ko die when both kos are lost, `own` and that in which they could take `other`? Nothing else
// is played than what is open beside them.
bool die_without(const KoStone& own, const KoStone& other, const Board& board, const Grid& grid) {
  constexpr int kGames = 200;
  const Colour side = board.at(own.stone);
  Board lost = board;
  for (const Point p : {own.stone, own.at, other.at}) lost.set(p, opposite(side));
  const PointSet beside = grid.neighbours(own.around) & lost.points_of(Colour::empty);
  if (beside.empty()) return true;
  LifeSearch search(lost, own.around, own.around | grid.joined(beside, lost.points_of(Colour::empty)));
  Draws draws(lost.hash());
  return search.survival(side, kGames, Effort::kUnmeasured, draws) < 0.5;
}

// Of two kos, either side needs one to live, and takes the one when it loses the other.
PointSet double_kos(const Board& board, const Grid& grid) {
  PointSet out;
  const std::vector<KoStone> blacks = ko_stones(board, grid, Colour::black);
  const std::vector<KoStone> whites = blacks.empty() ? blacks : ko_stones(board, grid, Colour::white);
  for (const KoStone& black : blacks)
    for (const KoStone& white : whites) {
      const bool meet = grid.neighbours(white.stone).intersects(black.around) &&
                        grid.neighbours(black.stone).intersects(white.around);
      if (!meet || !die_without(black, white, board, grid) || !die_without(white, black, board, grid)) continue;
      out |= black.around | white.around;
      out.insert(black.stone);
      out.insert(white.stone);
    }
  return out;
}

// Where stones can be taken that their side cannot save: as they are not dead, whoever takes them is taken.
PointSet baited(const Board& board) {
  PointSet out;
  board.for_each_chain([&](const PointSet& chain) {
    const Point at = board.only_liberty(chain.first());
    const Colour own = board.at(chain.first());
    if (chain.count() < 2 || at == kNoPoint || !board.legal(at, opposite(own))) return;
    Board saved = board;
    if (board.legal(at, own)) saved.play(at, own);
    if (saved.liberties(chain.first()).count() < 2) out.insert(at);
  });
  return out;
}

class Judge {
 public:
  Judge(const Board& board, const Grid& grid, SuicideRule suicide, Marking& out)
      : board_(board), grid_(grid), empty_(board.points_of(Colour::empty)), out_(out), draws_(board.hash()) {
    for (Colour c : {Colour::black, Colour::white}) {
      const Life life = unconditional_life(board, grid, c, suicide);
      alive_ |= life.stones;
      dead_ |= life.regions & board.points_of(opposite(c));
    }
  }
  // Nothing is left to be found out: each chain lives, or is dead, whatever is played.
  bool certain() const { return (alive_ | dead_).contains_all(board_.stones()); }
  void play(const Effort& effort);
  void search(const Effort& effort);
  void spare_bait();
  void spare_kos();
  void spare_enclosed();
  void conclude_certain();
  void conclude();

 private:
  struct Group {
    PointSet stones;
    std::vector<Marking::Chain*> chains;
    PointSet where;
  };

  Colour colour(const Marking::Chain& chain) const { return board_.at(chain.points.first()); }
  bool settled(const Marking::Chain& chain) const {
    return chain.alive >= kLikely || chain.alive <= kUnlikely || (alive_ | dead_).contains_all(chain.points);
  }
  double share_of(LifeSearch& search, Colour first, int games, std::uint64_t most);
  Group group_of(Marking::Chain& chain, std::vector<Marking::Chain*>& unsettled) const;
  PointSet surroundings(const PointSet& stones) const;

  const Board& board_;
  const Grid& grid_;
  const PointSet empty_;
  Marking& out_;
  Draws draws_;
  PointSet alive_, dead_;   // whatever is played
  std::uint64_t left_ = 0;  // points that searches may look at
};

void Judge::play(const Effort& effort) {
  std::array<std::array<int, 3>, kCells> owned{};
  GuidedPlayout playout(grid_.points());
  Board work = board_;
  int games = 0;
  for (; games < effort.playouts; ++games) {
    if (games >= kFewGames && games % 2 == 0 && playout.looked() > effort.looked / kForGames) break;
    work = board_;
    work.set_ko(kNoPoint);
    playout.run(work, games % 2 ? Colour::white : Colour::black, kNoPoint, draws_);
    grid_.points().for_each([&](Point p) { ++owned[p][static_cast<std::size_t>(index(owner_at(work, p)))]; });
  }
  for (Marking::Chain& chain : out_.chains) {
    int own = 0;
    chain.points.for_each([&](Point p) { own += owned[p][static_cast<std::size_t>(index(colour(chain)))]; });
    chain.alive = static_cast<double>(own) / (chain.points.count() * games);
  }
}

// With chains of its side beside the same empty points that fare alike.
Judge::Group Judge::group_of(Marking::Chain& chain, std::vector<Marking::Chain*>& unsettled) const {
  Group group{chain.points, {&chain}, {}};
  for (bool more = true; more;) {
    more = false;
    const PointSet around = grid_.neighbours(group.stones) & empty_;
    std::erase_if(unsettled, [&](Marking::Chain* c) {
      const bool joins = colour(*c) == colour(chain) && std::abs(c->alive - chain.alive) < kAlike &&
                         grid_.neighbours(c->points).intersects(around);
      if (!joins) return false;
      group.chains.push_back(c);
      group.stones |= c->points;
      return more = true;
    });
  }
  group.where = surroundings(group.stones);
  return group;
}

// Some steps, through what is open; and the liberties of settled chains there that are dead or have few.
PointSet Judge::surroundings(const PointSet& stones) const {
  PointSet open = grid_.points();
  for (const Marking::Chain& chain : out_.chains)
    if (settled(chain)) open -= chain.points;
  PointSet where = stones;
  for (int step = 0; step < kReach && where.count() < kLargest; ++step) where |= grid_.neighbours(where) & open;
  const PointSet rim = grid_.neighbours(where);
  for (const Marking::Chain& chain : out_.chains) {
    if (!settled(chain) || !chain.points.intersects(rim)) continue;
    const PointSet liberties = board_.liberties(chain.points.first());
    if (liberties.count() <= kShortOfLiberties || chain.alive <= kUnlikely) where |= liberties | chain.points;
  }
  return where | (grid_.neighbours(stones) & empty_);
}

// In which share of the games the searched chains live. What is looked at is taken off what is left.
double Judge::share_of(LifeSearch& search, Colour first, int games, std::uint64_t most) {
  const std::uint64_t before = search.looked();
  const double share = search.survival(first, games, most, draws_);
  left_ -= std::min(left_, search.looked() - before);
  return share;
}

void Judge::search(const Effort& effort) {
  std::vector<Marking::Chain*> unsettled;
  for (Marking::Chain& chain : out_.chains)
    if (!settled(chain)) unsettled.push_back(&chain);
  std::vector<Group> groups;
  while (!unsettled.empty()) {
    Marking::Chain& chain = *unsettled.front();
    unsettled.erase(unsettled.begin());
    groups.push_back(group_of(chain, unsettled));
  }
  left_ = effort.looked - effort.looked / kForGames;
  std::uint64_t searches = 2 * groups.size();
  for (const Group& group : groups) {
    const int games =
        std::min(effort.searched / (group.where.count() * static_cast<int>(2 * groups.size())), kMostGames);
    const Colour own = board_.at(group.stones.first());
    LifeSearch search(board_, group.stones, group.where);
    const auto survival = [&](Colour c) { return share_of(search, c, games, left_ / searches--); };
    const double first = survival(own), second = survival(opposite(own));
    for (Marking::Chain* chain : group.chains) chain->alive = alive_after(chain->alive, first, second);
  }
}

// Stones in atari that nobody dares to take, for who does is taken: they live as likely as that.
void Judge::spare_bait() {
  for (Marking::Chain& chain : out_.chains) {
    const Point at = board_.only_liberty(chain.points.first());
    const Colour taker = opposite(colour(chain));
    if (chain.points.count() < 2 || at == kNoPoint || !chain.dead() || !board_.legal(at, taker)) continue;
    const PointSet around = grid_.neighbours(chain.points);
    const Marking::Chain* weakest = nullptr;
    for (const Marking::Chain& other : out_.chains)
      if (colour(other) == taker && !alive_.contains_all(other.points) && other.points.intersects(around))
        if (!weakest || other.alive < weakest->alive) weakest = &other;
    if (!weakest) continue;
    Board taken = board_;
    taken.play(at, taker);
    LifeSearch search(taken, taken.chain(weakest->points.first()), surroundings(weakest->points) | chain.points);
    chain.alive = std::max(chain.alive, 1 - share_of(search, colour(chain), kMostGames, left_ / 2));
  }
}

// A stone that is taken in a ko can be taken back, so it lives with the chains around the point where it is taken.
void Judge::spare_kos() {
  for (Marking::Chain& chain : out_.chains) {
    const PointSet around = around_ko(board_, grid_, chain.points);
    if (around.empty()) continue;
    double least = 1;
    for (const Marking::Chain& other : out_.chains)
      if (other.points.intersects(around)) least = std::min(least, other.alive);
    chain.alive = std::max(chain.alive, least);
  }
}

void Judge::spare_enclosed() {
  conclude_certain();
  gofuda::spare_enclosed(out_, board_, grid_);
}

void Judge::conclude_certain() {
  for (Marking::Chain& chain : out_.chains)
    if (alive_.contains_all(chain.points))
      chain.alive = 1;
    else if (dead_.contains_all(chain.points))
      chain.alive = 0;
}

void Judge::conclude() {
  for (Marking::Chain& chain : out_.chains) chain.alive = sharpened(chain.alive);
  conclude_certain();
}

Marking unmarked(const Board& board) {
  Marking out;
  board.for_each_chain([&](const PointSet& chain) { out.chains.push_back({chain, 1}); });
  return out;
}

Marking judged(const Board& board, const Grid& grid, const Rules& rules, const Effort& effort) {
  Marking out = unmarked(board);
  Judge judge(board, grid, rules.suicide, out);
  if (!judge.certain()) {
    judge.play(effort);
    if (effort.searched > 0) {
      judge.search(effort);
      judge.spare_bait();
    }
    judge.spare_kos();
    judge.spare_enclosed();
  }
  judge.conclude();
  return out;
}

// What is in doubt is judged again on the board on which what is surely dead has become the other side's: a chain finds
// life, or is held up in what it takes, by neighbours of which random games do not know that they are dead.
void judge_doubtful_again(Marking& marking, const Board& board, const Grid& grid, const Rules& rules,
                          const Effort& effort) {
  const auto doubtful = [](const Marking::Chain& chain) { return chain.sure() < kSure; };
  Board turned = board;
  for (const Marking::Chain& chain : marking.chains)
    if (chain.dead() && !doubtful(chain)) chain.points.for_each([&](Point p) { turned.set(p, opposite(board.at(p))); });
  if (turned == board || std::none_of(marking.chains.begin(), marking.chains.end(), doubtful)) return;
  const Marking again = judged(turned, grid, rules, effort);
  for (Marking::Chain& chain : marking.chains) {
    if (!doubtful(chain)) continue;
    const auto same = std::find_if(again.chains.begin(), again.chains.end(), [&](const Marking::Chain& other) {
      return other.points.contains(chain.points.first());
    });
    chain.alive = same->alive;
  }
}

}  // namespace

void Marking::add_up() {
  dead = {};
  sure = 1;
  for (const Chain& chain : chains) {
    if (chain.dead()) dead |= chain.points;
    sure = std::min(sure, chain.sure());
  }
}

Marking mark_dead(const Board& board, const Grid& grid, const Rules& rules, const Effort& effort) {
  if (rules.captures == CaptureOrder::none || effort.playouts <= 0) return unmarked(board);
  Marking out = judged(board, grid, rules, effort);
  if (effort.searched > 0) judge_doubtful_again(out, board, grid, rules, effort);
  out.add_up();
  return out;
}

// Random games and searches near them see how the dead stones around take them, and not that these are dead.
void spare_enclosed(Marking& marking, const Board& board, const Grid& grid) {
  PointSet open = board.points_of(Colour::empty);
  for (const Marking::Chain& chain : marking.chains)
    if (chain.dead()) open |= chain.points;
  PointSet judged;
  for (const Marking::Chain& chain : marking.chains) {
    if (!open.intersects(chain.points) || judged.intersects(chain.points)) continue;
    const PointSet region = grid.joined(chain.points, open), around = grid.neighbours(region) & board.stones();
    judged |= region;
    const Colour own = around.empty() ? Colour::empty : board.at(around.first());
    if (own == Colour::empty || around.intersects(board.points_of(opposite(own)))) continue;
    const auto inside = [&](Marking::Chain& c, Colour colour) {
      return board.at(c.points.first()) == colour && c.points.intersects(region);
    };
    double taker = 0;
    for (Marking::Chain& other : marking.chains)
      if (inside(other, opposite(own))) taker = std::max(taker, other.alive);
    for (Marking::Chain& home : marking.chains)
      if (inside(home, own)) home.alive = std::max(home.alive, 1 - taker);
  }
}

PointSet shared_life(const Board& board, const Grid& grid, const PointSet& dead) {
  Board bare = board;
  dead.for_each([&](Point p) { bare.set(p, Colour::empty); });
  const Score score = count(bare, grid, {}, {});
  const PointSet points = unfillable(bare, score.neutral_points) | baited(bare);
  const PointSet black = living_by(points, bare, grid, Colour::black, score.black_area);
  const PointSet white = living_by(points, bare, grid, Colour::white, score.white_area);
  PointSet out = double_kos(bare, grid);
  if (!black.empty() && !white.empty()) out |= black | white;
  for (Colour c : {Colour::black, Colour::white}) out -= unconditional_life(bare, grid, c).stones;
  return out;
}

}  // namespace gofuda
