#include "tools/players/dead_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "core/halt.hpp"
#include "core/score.hpp"
#include "tools/players/dead_reading.hpp"
#include "tools/players/stone_tree.hpp"

namespace gofuda::tools {

namespace {

double odds_logarithm(double p, double least) {
  const double q = std::clamp(p, least, 1 - least);
  return std::log(q / (1 - q));
}

// By the share of games in which a group lives: of those of the whole board, and of those that hang on it. Fitted to
// groups of finished games.
double alive_in_all(double whole, double hanging) {
  constexpr double kNeither = -0.65, kWhole = 2, kHanging = 0.6;
  return 1 /
         (1 + std::exp(-(kNeither + kWhole * odds_logarithm(whole, 0.05) + kHanging * odds_logarithm(hanging, 0.01))));
}

class SecondLook {
 public:
  SecondLook(Marking& marking, const Ruleset& rules, const Board& board)
      : marking_(marking), board_(board), empty_(board.points_of(Colour::empty)) {
    board.for_each_chain([&](const PointSet& chain) {
      if (const Point at = board.only_liberty(chain.first()); at != kNoPoint) note_ko(chain, at, rules.grid);
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
  static constexpr double kPlain = 0.2;   // or where it dies in more of the games than this
  static constexpr double kNever = 0.6;   // or, where no random game took it, in more than this
  static constexpr double kAlike = 0.25;  // of chains that are searched for as one
  static constexpr double kLives = 0.7;   // what is called dead is searched for where it lives in more of the games,
  static constexpr double kHolds = 0.45;  // and lives where it does so in more of those that hang on it
  static constexpr double kLost = 0.3;    // what lives in fewer of the games is dead, by a ko or without one
  struct Group {
    PointSet stones;
    Colour own;
    double before, share;
  };
  struct Open {
    const Marking::Chain* chain;
    double share;
  };
  using Owned = std::array<std::array<float, kCells>, 2>;  // by who moves first and point: Black's share, from -1 to 1

  void note_ko(const PointSet& chain, Point at, const Grid& grid);
  Colour colour(const PointSet& stones) const { return board_.at(stones.first()); }
  Owned search(const Board& board, int komi, int games);
  std::array<double, 2> shares_of(const Owned& owned, const PointSet& stones) const;  // by who moves first
  double share_of(const Owned& owned, const PointSet& stones) const {
    const auto by_first = shares_of(owned, stones);
    return std::max(by_first[0], by_first[1]);
  }
  double least_of(const Owned& owned, const PointSet& stones) const {
    const auto by_first = shares_of(owned, stones);
    return std::min(by_first[0], by_first[1]);
  }
  bool is_open(const Marking::Chain& chain, double share) const;
  std::vector<Group> groups_of(std::vector<Open> open) const;
  template <class F>
  int margin(F&& dies) const;
  int komi_for(const Group& group, const std::vector<Group>& groups) const;
  bool is_held(const Group& group) const;
  bool may_live_by_ko(const Group& group) const;
  bool may_be_bent_four(const PointSet& stones) const;
  Board turned_but(const Owned& all, const std::vector<Group>& groups) const;
  void conclude(const Group& group, double alive);
  void judge(const Owned& all, std::vector<Open> open, const std::function<bool(const Group&)>& leave, double least);
  void condemn(const Owned& all);
  void reprieve(const Owned& all);

  Marking& marking_;
  const Board& board_;
  std::vector<PointSet> kos_;  // the stones around each: of those who live by one, random games know nothing
  const PointSet empty_;
  Ruleset bare_;  // plain Go by area, with no opening
};

// Who takes a single stone there can be taken again where that stone's own side stands all around.
void SecondLook::note_ko(const PointSet& chain, Point at, const Grid& grid) {
  const PointSet around = grid.neighbours(at) - chain;
  if (chain.count() == 1 && !around.empty() && board_.points_of(colour(chain)).contains_all(around))
    kos_.push_back((chain | around | grid.neighbours(chain)) - empty_);
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

std::array<double, 2> SecondLook::shares_of(const Owned& owned, const PointSet& stones) const {
  const double sign = colour(stones) == Colour::black ? 1 : -1;
  std::array<double, 2> out{};
  for (std::size_t i = 0; i < 2; ++i) {
    stones.for_each([&](Point p) { out[i] += (1 + sign * static_cast<double>(owned[i][p])) / 2; });
    out[i] /= stones.count();
  }
  return out;
}

bool SecondLook::is_open(const Marking::Chain& chain, double share) const {
  if (chain.dead()) return false;
  return chain.sure() == 1 ? share < 1 - kNever : chain.sure() < kSure || share < 1 - kPlain;
}

// Chains of a side beside the same empty points that fare alike, the largest first.
std::vector<SecondLook::Group> SecondLook::groups_of(std::vector<Open> open) const {
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

// What two kos touch lives by the one when the other is lost, a stone alone may be what the ko is about, and anything
// else needs no ko to die in most games.
bool SecondLook::may_live_by_ko(const Group& group) const {
  const auto kos =
      std::count_if(kos_.begin(), kos_.end(), [&](const PointSet& ko) { return ko.intersects(group.stones); });
  return kos > 1 || (kos == 1 && (group.share >= kLost || group.stones.count() == 1));
}

// Stones that enclose a small corner with stones of the other side in it, which is for rules to decide and not for
// games.
bool SecondLook::may_be_bent_four(const PointSet& stones) const {
  constexpr int kCorner = 6, kInside = 3;
  bool found = false;
  bare_.grid.points().for_each([&](Point p) {
    if (stones.contains(p) || bare_.grid.neighbours(p).count() != 2) return;
    PointSet corner;
    corner.insert(p);
    corner = bare_.grid.joined(corner, bare_.grid.points() - stones);
    found |= corner.count() <= kCorner && (corner - empty_).count() >= kInside;
  });
  return found;
}

// What is dead, and dies in these games as well, belongs to the other side already, but for these.
Board SecondLook::turned_but(const Owned& all, const std::vector<Group>& groups) const {
  Board out = board_;
  for (const Marking::Chain& chain : marking_.chains) {
    const bool left =
        std::any_of(groups.begin(), groups.end(), [&](const Group& g) { return g.stones.intersects(chain.points); });
    if (chain.dead() && !left && share_of(all, chain.points) < kLost)
      chain.points.for_each([&](Point p) { out.set(p, opposite(board_.at(p))); });
  }
  return out;
}

void SecondLook::conclude(const Group& group, double alive) {
  for (Marking::Chain& chain : marking_.chains)
    if (group.stones.intersects(chain.points)) chain.alive = alive;
}

// Searches for each group, but where it may live by a ko, or `leave` says so, and concludes from games that hang on it
// in which it lives at least so often, whoever moves first.
void SecondLook::judge(const Owned& all, std::vector<Open> open, const std::function<bool(const Group&)>& leave,
                       double least) {
  const std::vector<Group> groups = groups_of(std::move(open));
  const Board turned = turned_but(all, groups);
  std::vector<double> found;
  for (const Group& group : groups) {
    found.push_back(group.before);
    if (may_live_by_ko(group) || leave(group)) continue;
    const auto hanging = shares_of(search(turned, komi_for(group, groups), kGroupGames), group.stones);
    if (std::min(hanging[0], hanging[1]) >= least)
      found.back() = alive_in_all(share_of(all, group.stones), (hanging[0] + hanging[1]) / 2);
  }
  for (std::size_t i = 0; i < groups.size(); ++i) conclude(groups[i], found[i]);
}

// What is called alive, and is not so sure.
void SecondLook::condemn(const Owned& all) {
  std::vector<Open> open;
  for (const Marking::Chain& chain : marking_.chains)
    if (const double share = share_of(all, chain.points); is_open(chain, share)) open.push_back({&chain, share});
  judge(
      all, std::move(open), [this](const Group& group) { return !is_held(group); }, 0);
}

// What was called dead lives all the same although the other side begins, in games of the whole board and in those
// that hang on it: by liberties that both share, most of the time.
void SecondLook::reprieve(const Owned& all) {
  std::vector<Open> open;
  for (const Marking::Chain& chain : marking_.chains) {
    const bool doubtful = chain.dead() && chain.sure() < 1;
    if (const double share = least_of(all, chain.points); doubtful && share >= kLives) open.push_back({&chain, share});
  }
  judge(
      all, std::move(open), [this](const Group& group) { return may_be_bent_four(group.stones); }, kHolds);
}

void SecondLook::look() {
  const Owned all = search(board_, margin([](const Marking::Chain& chain) { return chain.dead(); }), kGames);
  reprieve(all);
  condemn(all);
}

}  // namespace

void look_again(Marking& marking, const Ruleset& rules, const Board& board) {
  if (rules.rules.captures == CaptureOrder::none) return;
  if (marking.sure < 1) SecondLook(marking, rules, board).look();
  read_out(marking, rules.grid, board);
  spare_enclosed(marking, board, rules.grid);
  marking.add_up();
}

}  // namespace gofuda::tools
