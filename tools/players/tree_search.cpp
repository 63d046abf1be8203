#include "tools/players/tree_search.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/enumerator.hpp"
#include "core/random_player.hpp"
#include "core/result.hpp"
#include "tools/players/determinize.hpp"

namespace gofuda::tools {

namespace {

using Answer = std::vector<std::uint16_t>;

constexpr double kExploration = 0.6;
constexpr double kWidth = 2, kWidthGrowth = 0.45;  // answers tried after n visits: kWidth * n ^ kWidthGrowth

struct Node {
  Answer answer;  // that led here
  std::uint64_t question = 0;
  Seat seat = Seat::black;  // who gave it
  double reward = 0;        // of that seat, in [0, 1] a visit
  std::uint32_t visits = 0, offered = 0;
  bool refused = false;
  std::vector<std::uint32_t> children;
};

// Answers the questions of one iteration: along the tree first, then at random.
class Walker : public Player {
 public:
  Walker(std::vector<Node>& nodes, RandomPlayer& random) : nodes_(nodes), random_(random) {}
  void begin() {
    path_.assign(1, {0, 0});
    turn_begins_at_ = 1;
    leaf_ = false;
  }
  void next_turn() {  // the cursor starts anew
    for (Step& s : path_) s.cursor = 0;
    turn_begins_at_ = path_.size();
  }
  bool answer(const Question& q, const Sight& sight, Answer& out) override;
  struct Step {
    std::uint32_t node;
    std::size_t cursor;
  };
  const std::vector<Step>& path() const { return path_; }

 private:
  void take_back(std::size_t cursor);
  bool choose(std::uint32_t at, const Question& q, const Sight& sight, Answer& out);
  bool widen(std::uint32_t at, const Question& q, const Sight& sight);

  std::vector<Node>& nodes_;
  RandomPlayer& random_;
  std::vector<Step> path_;
  std::size_t turn_begins_at_ = 1;
  bool leaf_ = false;
};

// A play that the game refused is tried again: the answers since its start are off the path, the last of them is
// marked.
void Walker::take_back(std::size_t cursor) {
  bool last = true;
  while (path_.size() > turn_begins_at_ && path_.back().cursor >= cursor) {
    if (last) nodes_[path_.back().node].refused = true;
    last = leaf_ = false;
    path_.pop_back();
  }
}

bool Walker::answer(const Question& q, const Sight& sight, Answer& out) {
  take_back(sight.cursor());
  if (leaf_) return random_.answer(q, sight, out);
  return choose(path_.back().node, q, sight, out);
}

// Draws an answer that is not among the children yet. False when there is none, as far as can be seen.
bool Walker::widen(std::uint32_t at, const Question& q, const Sight& sight) {
  Answer a;
  for (int tries = 0; tries < 8; ++tries) {
    if (!random_.answer(q, sight, a)) return false;
    auto same = [&](std::uint32_t c) { return nodes_[c].answer == a && nodes_[c].question == q.fingerprint(); };
    if (std::any_of(nodes_[at].children.begin(), nodes_[at].children.end(), same)) continue;
    Node child;
    child.answer = a;
    child.question = q.fingerprint();
    child.seat = q.seat;
    nodes_.push_back(std::move(child));
    nodes_[at].children.push_back(static_cast<std::uint32_t>(nodes_.size() - 1));
    return true;
  }
  return false;
}

bool Walker::choose(std::uint32_t at, const Question& q, const Sight& sight, Answer& out) {
  auto open = [&](const Node& n) {
    return !n.refused && n.question == q.fingerprint() && judge(q, n.answer, sight.rules().grid);
  };
  std::size_t known = 0;
  for (std::uint32_t c : nodes_[at].children) known += open(nodes_[c]);
  const double room = kWidth * std::pow(nodes_[at].visits + 1.0, kWidthGrowth);
  bool fresh = static_cast<double>(known) < std::max(1.0, room) && widen(at, q, sight);
  std::uint32_t best = 0;
  double most = -1;
  for (std::uint32_t c : nodes_[at].children) {
    Node& n = nodes_[c];
    if (!open(n)) continue;
    ++n.offered;
    const double mean = n.visits ? n.reward / n.visits : 1;
    const double value =
        n.visits ? mean + kExploration * std::sqrt(std::log(static_cast<double>(n.offered) + 1) / n.visits) : 10;
    if (value > most) most = value, best = c;
  }
  if (best == 0) return random_.answer(q, sight, out);  // everything known here was refused
  out = nodes_[best].answer;
  path_.push_back({best, sight.cursor()});
  leaf_ = fresh || nodes_[best].visits == 0;
  return true;
}

class TreeSearch : public Agent {
 public:
  TreeSearch(std::string name, const TreeSearchSettings& settings) : name_(std::move(name)), settings_(settings) {}

  void begin(const ChanceKey& key, Seat seat) override {
    random_ = Random(key.seed ^ (0x7472656573656172ull + static_cast<std::uint64_t>(index(seat))), key.game);
  }
  std::string name() const override { return name_; }
  void answer(const Game& game, Scripts& scripts, int refused, Answer& out) override;

 private:
  void iterate(const Game& game, Scripts& scripts, const Log& given, Walker& walker);

  std::string name_;
  TreeSearchSettings settings_;
  Random random_{0};
  std::vector<Node> nodes_;
};

void TreeSearch::iterate(const Game& game, Scripts& scripts, const Log& given, Walker& walker) {
  const Ruleset& rules = game.rules();
  Position p = determinize(game, game.question().seat, random_);
  Run run(rules, scripts, {random_.next(), 0});
  Log log = given;
  walker.begin();
  const Players players{&walker, &walker, nullptr};
  for (int turn = 0; !p.over() && turn < settings_.most_turns; ++turn) {
    if (run.turn(p, log, 0, players) != Step::done) break;
    log.clear();
    walker.next_turn();
  }
  const std::optional<Seat> won = leader_of(rules, p);
  for (const Walker::Step& s : walker.path()) {
    Node& n = nodes_[s.node];
    ++n.visits;
    n.reward += !won ? 0.5 : *won == n.seat ? 1 : 0;
  }
}

void TreeSearch::answer(const Game& game, Scripts& scripts, int refused, Answer& out) {
  SearchClock clock(settings_);
  nodes_.assign(1, {});
  RandomPlayer random(random_.next());
  Walker walker(nodes_, random);
  const Log given = game.log().from(game.turn_mark());
  while (clock.goes_on()) iterate(game, scripts, given, walker);
  std::vector<std::uint32_t> ranked = nodes_[0].children;
  std::erase_if(ranked, [&](std::uint32_t c) { return nodes_[c].refused; });
  std::stable_sort(ranked.begin(), ranked.end(), [&](auto a, auto b) { return nodes_[a].visits > nodes_[b].visits; });
  const auto wanted = static_cast<std::size_t>(refused);
  if (wanted < ranked.size()) {
    out = nodes_[ranked[wanted]].answer;
    return;
  }
  nth_answer(game.question(), random_.next() % std::max<std::uint64_t>(1, answer_count(game.question())), out);
}

}  // namespace

std::unique_ptr<Agent> make_tree_search(std::string name, const TreeSearchSettings& settings) {
  return std::make_unique<TreeSearch>(std::move(name), settings);
}

}  // namespace gofuda::tools
