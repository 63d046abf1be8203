#include "tools/players/stone_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/dead_stones.hpp"
#include "core/playout.hpp"
#include "core/result.hpp"

namespace gofuda::tools {

namespace {

constexpr float kEquivalence = 700;  // visits at which a node's own games weigh as much as those of the whole tree
constexpr float kExploration = 0.08f;
constexpr float kPriorGames = 12;
constexpr std::uint32_t kExpandAt = 4;  // visits

struct Node {
  Point move = kNoPoint;  // kNoPoint: a pass
  std::uint32_t first = 0, count = 0;
  std::uint32_t visits = 0;
  float wins = 0;  // of the side that made the move
  float amaf_games = 0, amaf_wins = 0;
  float value(float log_visits) const {
    const auto n = static_cast<float>(visits);
    const float beta = std::sqrt(kEquivalence / (3 * n + kEquivalence));
    const float all = amaf_games > 0 ? amaf_wins / amaf_games : 0.5f;
    if (visits == 0) return all + kExploration * std::sqrt(log_visits);
    return (1 - beta) * wins / n + beta * all + kExploration * std::sqrt(log_visits / (n + 1));
  }
};

// Liberties of every chain of a board, by cell.
class Liberties {
 public:
  explicit Liberties(const Board& board) {
    count_.fill(0);
    board.for_each_chain([&](const PointSet& chain) {
      const auto n = static_cast<std::uint8_t>(std::min(9, board.liberties(chain.first()).count()));
      chain.for_each([&](Point q) { count_[q] = n; });
    });
  }
  int of(Point p) const { return count_[p]; }

 private:
  std::array<std::uint8_t, kCells> count_;
};

// How promising a stone looks before any game was played: 0.5 says nothing.
float guess(const Board& board, const Liberties& liberties, Point p, Colour c, Point last) {
  int empty = 0, edges = 0, near = 0;
  bool captures = false, saves = false, strong = false;
  for (int d : kNeighbours) {
    const auto q = static_cast<Point>(p + d);
    const Colour at = board.at(q);
    empty += at == Colour::empty;
    edges += at == Colour::off;
    near += at == Colour::black || at == Colour::white;
    captures |= at == opposite(c) && liberties.of(q) == 1;
    saves |= at == c && liberties.of(q) == 1;
    strong |= at == c && liberties.of(q) > 2;
  }
  for (int d : kDiagonals) near += board.at(static_cast<Point>(p + d)) != Colour::empty;
  float g = 0.5f;
  if (captures)
    g = 0.85f;
  else if (saves && (empty > 1 || strong))
    g = 0.75f;
  else if (empty <= 1 && !strong)
    g = 0.15f;  // it would be in atari itself
  else if (edges > 0 && near <= 3)
    g = 0.3f;
  if (last != kNoPoint) {
    const int distance = std::abs(column_of(p) - column_of(last)) + std::abs(row_of(p) - row_of(last));
    if (distance <= 3) g += 0.07f * static_cast<float>(4 - distance) / 2;
  }
  return std::min(g, 0.95f);
}

class StoneSearch : public Agent {
 public:
  StoneSearch(std::string name, const TreeSearchSettings& settings) : name_(std::move(name)), settings_(settings) {}
  void begin(const ChanceKey& key, Seat seat) override {
    random_ = Random(key.seed ^ (0x73746f6e65ull + static_cast<std::uint64_t>(index(seat))), key.game);
  }
  std::string name() const override { return name_; }
  void answer(const Game& game, Scripts& scripts, int refused, std::vector<std::uint16_t>& out) override;

 private:
  struct State {
    Board board;
    Colour to_move;
    int passes;
    Point last;
  };
  void iterate(const Ruleset& rules, Playout& playout, const State& root);
  void expand(const Ruleset& rules, std::uint32_t node, const State& s);
  std::uint32_t select(std::uint32_t node) const;
  void note_first(Colour to_move, Colour below);
  void learn(Colour to_move, bool black_won);
  bool passes_well(const Game& game, Seat seat) const;

  std::string name_;
  TreeSearchSettings settings_;
  Random random_{0};
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  std::vector<Point> played_;                 // below the tree
  std::array<std::uint8_t, kCells> first_{};  // who first set a stone on a point, in the tree or below; a Colour
};

void StoneSearch::expand(const Ruleset& rules, std::uint32_t node, const State& s) {
  const Liberties liberties(s.board);
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  for (int i = 0; i < s.board.empty_count(); ++i) {
    const Point p = s.board.empty(i);
    if (!s.board.legal(p, s.to_move) || s.board.is_eye(p, s.to_move)) continue;
    Node child;
    child.move = p;
    child.amaf_games = kPriorGames;
    child.amaf_wins = kPriorGames * guess(s.board, liberties, p, s.to_move, s.last);
    nodes_.push_back(child);
  }
  const auto found = static_cast<std::uint32_t>(nodes_.size()) - first;
  if (rules.rules.passes_to_end > 0 && (found < 6 || s.passes > 0)) {
    Node pass;
    pass.amaf_games = kPriorGames;
    pass.amaf_wins = kPriorGames * 0.4f;
    nodes_.push_back(pass);
  }
  nodes_[node].first = first;
  nodes_[node].count = static_cast<std::uint32_t>(nodes_.size()) - first;
}

std::uint32_t StoneSearch::select(std::uint32_t node) const {
  const Node& n = nodes_[node];
  const float log_visits = std::log(static_cast<float>(n.visits) + 1);
  std::uint32_t best = n.first;
  float most = -1;
  for (std::uint32_t c = n.first; c < n.first + n.count; ++c)
    if (const float v = nodes_[c].value(log_visits); v > most) most = v, best = c;
  return best;
}

// Who played first on each point, from the root on. `below`: the side that made the first move below the tree.
void StoneSearch::note_first(Colour to_move, Colour below) {
  first_.fill(0);
  for (std::size_t i = played_.size(); i-- > 0;)
    first_[played_[i]] = static_cast<std::uint8_t>(i % 2 ? opposite(below) : below);
  for (std::size_t i = path_.size(); i-- > 1;)
    first_[nodes_[path_[i]].move] = static_cast<std::uint8_t>(i % 2 ? to_move : opposite(to_move));
}

// The path's nodes, and beside it every child whose point its side played first later on.
void StoneSearch::learn(Colour to_move, bool black_won) {
  Colour c = to_move;  // at the root
  for (std::size_t i = 0; i < path_.size(); ++i, c = opposite(c)) {
    Node& n = nodes_[path_[i]];
    const bool c_won = black_won == (c == Colour::black);
    ++n.visits;
    n.wins += c_won ? 0.0f : 1.0f;  // the other side has moved here
    const auto side = static_cast<std::uint8_t>(c);
    const float won = c_won ? 1.0f : 0.0f;
    for (Node* child = nodes_.data() + n.first; child != nodes_.data() + n.first + n.count; ++child) {
      if (first_[child->move] != side || child->move == kNoPoint) continue;
      child->amaf_games += 1;
      child->amaf_wins += won;
    }
  }
}

void StoneSearch::iterate(const Ruleset& rules, Playout& playout, const State& root) {
  State s = root;
  path_.assign(1, 0);
  const int end = rules.rules.passes_to_end;
  bool over = false;
  while (!over) {
    const std::uint32_t at = path_.back();
    if (nodes_[at].count == 0) {
      if (at != 0 && nodes_[at].visits < kExpandAt) break;
      expand(rules, at, s);
      if (nodes_[at].count == 0) break;
    }
    const std::uint32_t next = select(at);
    const Point p = nodes_[next].move;
    if (p == kNoPoint) {
      s.board.set_ko(kNoPoint);
      over = ++s.passes >= end;
    } else {
      s.board.play(p, s.to_move);
      s.passes = 0;
      s.last = p;
    }
    s.to_move = opposite(s.to_move);
    path_.push_back(next);
  }
  int margin2;
  played_.clear();
  if (over)
    margin2 = count(s.board, rules.grid, {}, rules.rules).margin2();
  else
    margin2 = 2 * playout.run(s.board, s.to_move, random_, played_).score - rules.rules.komi2;
  note_first(root.to_move, s.to_move);
  learn(root.to_move, margin2 > 0);
}

// After the other side's pass: is the game won as random games see the dead stones, and nothing in doubt?
bool StoneSearch::passes_well(const Game& game, Seat seat) const {
  const Position& p = game.position();
  const Ruleset& rules = game.rules();
  const bool agreed = rules.rules.dead_stones == DeadStones::agreed;
  const Marking m = mark_dead(p.board, rules.grid, rules.rules, agreed ? 400 : 0);
  if (agreed && m.sure < 0.75) return false;
  const int margin = score_of(rules, p, m.dead).margin2();
  return (margin > 0) == (seat == Seat::black) && margin != 0;
}

void StoneSearch::answer(const Game& game, Scripts&, int refused, std::vector<std::uint16_t>& out) {
  out.clear();
  const Question& q = game.question();
  const Ruleset& rules = game.rules();
  const Position& p = game.position();
  if (q.kind == Ask::dead) {
    if (refused > 0) return;
    mark_dead(p.board, rules.grid, rules.rules, 400).dead.for_each([&](Point x) { out.push_back(x); });
    return;
  }
  if (q.may_pass && refused == 0 && p.passes > 0 && passes_well(game, q.seat)) return;
  SearchClock clock(settings_);
  State root{p.board, q.colour, p.passes, kNoPoint};
  if (p.ko_by == q.seat) root.board.set_ko(kNoPoint);
  if (!p.moves.empty() && p.moves.back().count > 0) root.last = p.effects[p.moves.back().first].point;
  nodes_.assign(1, {});
  Playout playout(rules.grid, rules.rules);
  while (clock.goes_on()) iterate(rules, playout, root);
  std::vector<const Node*> ranked;
  for (std::uint32_t c = nodes_[0].first; c < nodes_[0].first + nodes_[0].count; ++c)
    if (nodes_[c].move == kNoPoint ? q.may_pass : q.from.contains(nodes_[c].move)) ranked.push_back(&nodes_[c]);
  std::stable_sort(ranked.begin(), ranked.end(), [](const Node* a, const Node* b) { return a->visits > b->visits; });
  const auto wanted = static_cast<std::size_t>(refused);
  if (wanted < ranked.size()) {
    if (ranked[wanted]->move != kNoPoint) out.push_back(ranked[wanted]->move);
  } else if (!q.may_pass && !q.from.empty()) {
    out.push_back(q.from.nth(static_cast<int>(random_.below(static_cast<std::uint32_t>(q.from.count())))));
  }
}

}  // namespace

bool stone_search_fits(const Ruleset& rules) {
  const Rules& r = rules.rules;
  return rules.plain && rules.wins.empty() && r.captures != CaptureOrder::none && r.stones == 0 &&
         rules.openings.empty() && r.scoring == Scoring::area && r.suicide != SuicideRule::allowed;
}

std::unique_ptr<Agent> make_stone_search(std::string name, const TreeSearchSettings& settings) {
  return std::make_unique<StoneSearch>(std::move(name), settings);
}

}  // namespace gofuda::tools
