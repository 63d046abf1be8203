#include "tools/players/dead_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/halt.hpp"
#include "core/score.hpp"
#include "tools/players/stone_tree.hpp"

namespace gofuda::tools {

namespace {

double odds_logarithm(double p, double least) {
  const double q = std::clamp(p, least, 1 - least);
  return std::log(q / (1 - q));
}

// Fitted to groups of finished games: what was said before counts for little where it was sure.
double alive_in_all(double before, double share) {
  constexpr double kNeither = -0.8, kBefore = 0.8, kShare = 1.95;
  return 1 /
         (1 + std::exp(-(kNeither + kBefore * odds_logarithm(before, 0.1) + kShare * odds_logarithm(share, 0.005))));
}

class SecondLook {
 public:
  SecondLook(Marking& marking, const Ruleset& rules, const Board& board)
      : marking_(marking), board_(board), empty_(board.points_of(Colour::empty)) {
    board.for_each_chain([&](const PointSet& chain) {
      if (const Point at = board.only_liberty(chain.first()); at != kNoPoint) note_atari(chain, at, rules.grid);
    });
    bare_.grid = rules.grid;
    bare_.rules.captures = rules.rules.captures;
    bare_.rules.suicide = rules.rules.suicide;
  }
  void look();

 private:
  static constexpr int kGames = 300,
                       kGroupGames = 500;  // with either side to move first; fewer on boards larger than 19x19
  static constexpr std::size_t kMostGroups = 8;
  static constexpr double kSure = 0.9;    // below this a chain is in doubt,
  static constexpr double kPlain = 0.2;   // or where it dies in more of the games than this; what lives in no more of
                                          // them is plainly dead
  static constexpr double kAlike = 0.25;  // of chains that are searched for as one
  struct Group {
    PointSet stones;
    Colour own;
    double before, share;
  };
  using Owned = std::array<std::array<float, kCells>, 2>;  // by who moves first and point: Black's share, from -1 to 1

  void note_atari(const PointSet& chain, Point at, const Grid& grid);
  Colour colour(const PointSet& stones) const { return board_.at(stones.first()); }
  Owned search(const Board& board, int komi, int games);
  double share_of(const Owned& owned, const PointSet& stones) const;
  bool is_open(const Marking::Chain& chain, double share) const;
  std::vector<Group> open_groups(const std::vector<double>& shares) const;
  template <class F>
  int margin(F&& dies) const;
  int komi_for(const Group& group, const std::vector<Group>& groups) const;
  bool is_left(const Group& group) const {  // as it is
    return by_ko_.intersects(group.stones) || (by_atari_.intersects(group.stones) && group.share > kPlain);
  }
  bool is_held(const Group& group) const;

  Marking& marking_;
  const Board& board_;
  // Random games know nothing of those who live by a ko, and little of those who live by liberties that both share.
  PointSet by_ko_, by_atari_;
  const PointSet empty_;
  Ruleset bare_;  // plain Go by area, with no opening
};

// Who takes a single stone there can be taken again where that stone's own side stands all around.
void SecondLook::note_atari(const PointSet& chain, Point at, const Grid& grid) {
  by_atari_ |= chain | grid.neighbours(chain);
  const PointSet around = grid.neighbours(at) - chain;
  if (chain.count() == 1 && !around.empty() && board_.points_of(colour(chain)).contains_all(around))
    by_ko_ |= chain | around;
}

SecondLook::Owned SecondLook::search(const Board& board, int komi, int games) {
  bare_.rules.komi = komi;
  const int fewer = std::min(games, games * 19 * 19 / bare_.grid.area());
  Owned out;
  for (const Colour first : {Colour::black, Colour::white}) {
    StoneTree tree(bare_);
    tree.watch();
    StoneState root{board, first, 0, kNoPoint};
    root.board.set_ko(kNoPoint);
    Random random(board.hash(), static_cast<std::uint64_t>(index(first)));
    for (int n = 0; n == 0 || (n < fewer && !halted()); ++n) tree.iterate(root, random);
    out[static_cast<std::size_t>(index(first) - index(Colour::black))] = *tree.owners().of(Seat::black);
  }
  return out;
}

// The larger of both: what only dies when the other side moves first is not dead.
double SecondLook::share_of(const Owned& owned, const PointSet& stones) const {
  const double sign = colour(stones) == Colour::black ? 1 : -1;
  double most = 0;
  for (const auto& by_point : owned) {
    double sum = 0;
    stones.for_each([&](Point p) { sum += (1 + sign * static_cast<double>(by_point[p])) / 2; });
    most = std::max(most, sum / stones.count());
  }
  return most;
}

bool SecondLook::is_open(const Marking::Chain& chain, double share) const {
  return !chain.dead() && chain.sure() < 1 && (chain.sure() < kSure || share < 1 - kPlain);
}

// Chains of a side beside the same empty points that fare alike, the largest first.
std::vector<SecondLook::Group> SecondLook::open_groups(const std::vector<double>& shares) const {
  struct Open {
    const Marking::Chain* chain;
    double share;
  };
  std::vector<Open> open;
  for (std::size_t i = 0; i < shares.size(); ++i)
    if (is_open(marking_.chains[i], shares[i])) open.push_back({&marking_.chains[i], shares[i]});
  std::vector<Group> out;
  while (!open.empty()) {
    const Open first = open.back();
    open.pop_back();
    Group group{first.chain->points, colour(first.chain->points), first.chain->alive, first.share};
    for (bool more = true; more;) {
      const PointSet around = bare_.grid.neighbours(group.stones) & empty_;
      more = std::erase_if(open, [&](const Open& o) {
               const bool joins = colour(o.chain->points) == group.own && std::abs(o.share - first.share) < kAlike &&
                                  bare_.grid.neighbours(o.chain->points).intersects(around);
               if (joins) group.stones |= o.chain->points;
               return joins;
             }) > 0;
    }
    out.push_back(group);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Group& a, const Group& b) { return a.stones.count() > b.stones.count(); });
  if (out.size() > kMostGroups) out.resize(kMostGroups);
  return out;
}

// Of the board without the chains of which that is true, komi left out.
template <class F>
int SecondLook::margin(F&& dies) const {
  PointSet dead;
  for (const Marking::Chain& chain : marking_.chains)
    if (dies(chain)) dead |= chain.points;
  Rules without_komi = bare_.rules;
  without_komi.komi = 0;
  return count(board_, bare_.grid, dead, without_komi).margin();
}

// With which the game is won by whoever is right about the group.
int SecondLook::komi_for(const Group& group, const std::vector<Group>& groups) const {
  const auto with = [&](bool lives) {
    return margin([&](const Marking::Chain& chain) {
      if (group.stones.intersects(chain.points)) return !lives;
      for (const Group& other : groups)
        if (other.stones.intersects(chain.points)) return other.share < 0.5;
      return chain.dead();
    });
  };
  return (with(true) + with(false)) / 2;
}

// Does anything of the other side live that could have killed it?
bool SecondLook::is_held(const Group& group) const {
  return std::any_of(marking_.chains.begin(), marking_.chains.end(), [&](const Marking::Chain& chain) {
    return board_.at(chain.points.first()) != group.own && chain.alive >= kSure;
  });
}

void SecondLook::look() {
  const Owned all = search(board_, margin([](const Marking::Chain& chain) { return chain.dead(); }), kGames);
  std::vector<double> shares;
  for (const Marking::Chain& chain : marking_.chains) shares.push_back(share_of(all, chain.points));
  const std::vector<Group> groups = open_groups(shares);
  Board turned = board_;  // what is dead belongs to the other side already
  for (const Marking::Chain& chain : marking_.chains)
    if (chain.dead()) chain.points.for_each([&](Point p) { turned.set(p, opposite(board_.at(p))); });
  std::vector<double> found;
  for (const Group& group : groups) {
    if (is_left(group) || !is_held(group)) {
      found.push_back(group.before);
      continue;
    }
    const double share = share_of(search(turned, komi_for(group, groups), kGroupGames), group.stones);
    found.push_back(alive_in_all(group.before, share));
  }
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (Marking::Chain& chain : marking_.chains)
      if (groups[i].stones.intersects(chain.points)) chain.alive = found[i];
}

}  // namespace

void look_again(Marking& marking, const Ruleset& rules, const Board& board) {
  if (marking.sure == 1) return;
  SecondLook(marking, rules, board).look();
  marking.add_up();
}

}  // namespace gofuda::tools
