#include "tools/players/stone_search.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/result.hpp"
#include "tools/players/answers.hpp"
#include "tools/players/proposal.hpp"
#include "tools/players/stone_tree.hpp"

namespace gofuda::tools {

namespace {

constexpr double kSure = 0.75;  // of every chain, to pass first
constexpr float kHopeless =
    0.05f;  // of a search's games won: after the other side's pass, there is nothing left to play
constexpr float kDecided = 0.47f;    // from even
constexpr std::int64_t kShort = 8;   // the part of a search that is enough then
constexpr std::int64_t kLook = 256;  // games between two looks at whether the search is decided

class StoneSearch : public Player, public Thinker {
 public:
  StoneSearch(std::string name, const TreeSearchSettings& settings) : name_(std::move(name)), settings_(settings) {}
  void begin(const ChanceKey& key, Seat seat) override {
    random_ = Random(key.seed ^ (0x73746f6e65ull + static_cast<std::uint64_t>(index(seat))), key.game);
    tree_.reset();
    played_.clear();
  }
  std::string name() const override { return name_; }
  Effort effort() const override { return {settings_.playouts, settings_.milliseconds}; }
  bool at_once() const override { return false; }
  bool answer(const Question& q, const Observation& seen, Answer& out) override;
  std::vector<Idea> think(const Question& q, const Observation& seen, bool fresh, Clock::time_point until) override;
  std::optional<std::array<float, kCells>> ownership() const override;

 private:
  void follow(const Ruleset& rules, const View& p);
  void search(const StoneState& root);
  Idea idea_of(const StoneTree::Choice& choice) const;
  bool passes_well(const Ruleset& rules, const View& p) const;

  std::string name_;
  TreeSearchSettings settings_;
  Random random_{0};
  std::optional<StoneTree> tree_;               // of the game being played
  std::vector<std::pair<Seat, Point>> played_;  // in it, up to the tree's root; kNoPoint: a pass
  Seat root_ = Seat::black;                     // who moves there
};

// After the other side's pass: is the game won with the dead stones that are proposed, and nothing in
// doubt? Where the sides have differed on the dead stones, they count as alive until they are taken.
bool StoneSearch::passes_well(const Ruleset& rules, const View& p) const {
  const bool agreed = rules.rules.dead_stones == DeadStones::agreed && !has_played_on(p);
  const auto wins = [&](const Marking& m) {
    if (agreed && m.sure < kSure) return false;
    const int margin = score_of(rules, p, m.dead).margin();
    return (margin > 0) == (p.seat == Seat::black) && margin != 0;
  };
  if (!agreed) return wins({});
  return wins(quick_proposal(rules, p.board)) && wins(proposal(rules, p.board));
}

// What was found below the moves that were played since is used again.
void StoneSearch::follow(const Ruleset& rules, const View& p) {
  if (!tree_) tree_.emplace(rules);
  const auto move_of = [&](const Move& m) {
    return std::pair{m.seat, p.points_of(m, placed(colour_of(m.seat))).first()};
  };
  bool known = played_.size() <= p.moves.size();  // nothing was taken back
  for (std::size_t i = 0; known && i < played_.size(); ++i) known = played_[i] == move_of(p.moves[i]);
  if (!known) played_.clear(), tree_->clear();
  while (played_.size() < p.moves.size()) {
    const auto move = move_of(p.moves[played_.size()]);
    if (move.first != root_) tree_->clear();  // a side moves twice
    tree_->follow(move.second);
    root_ = other(move.first);
    played_.push_back(move);
  }
  if (p.seat != root_) tree_->clear();
  root_ = p.seat;
}

// Stops when no other answer can become the most visited, and early where the game is as good as won or lost.
void StoneSearch::search(const StoneState& root) {
  SearchClock clock(settings_, by_);
  for (std::int64_t n = 1; clock.goes_on(); ++n) {
    tree_->iterate(root, random_);
    if (n % kLook != 0 || settings_.milliseconds > 0) continue;
    const StoneTree::Lead lead = tree_->lead();
    if (lead.visits - lead.second > static_cast<float>(settings_.playouts - n)) break;
    if (n >= settings_.playouts / kShort && std::abs(lead.mean - 0.5f) > kDecided) break;
  }
}

std::vector<Thinker::Idea> StoneSearch::think(const Question& q, const Observation& seen, bool fresh,
                                              Clock::time_point until) {
  std::vector<Idea> out;
  if (q.kind != QuestionKind::stone) return out;
  const View p = seen.view();
  if (fresh) {
    follow(seen.rules(), p);
    tree_->watch();
  }
  const StoneState root{p.board_for(q.seat), q.colour, p.passes, p.last_point()};
  SearchClock clock({.playouts = kThought}, until);
  while (clock.goes_on()) tree_->iterate(root, random_);
  for (const StoneTree::Choice& c : tree_->choices()) {
    if (c.played < 1 || (c.point == kNoPoint ? !q.may_pass : !q.from.contains(c.point))) continue;
    out.push_back(idea_of(c));
  }
  return out;
}

Thinker::Idea StoneSearch::idea_of(const StoneTree::Choice& choice) const {
  Idea idea;
  idea.answer.make_stone(choice.point);
  idea.visits = choice.played, idea.mean = choice.mean;
  idea.prior = tree_->prior(choice.point);
  idea.line = tree_->line(choice.point);
  idea.lead = tree_->leads(choice.point).of(root_);
  return idea;
}

std::optional<std::array<float, kCells>> StoneSearch::ownership() const {
  return tree_ ? tree_->owners().of(root_) : std::nullopt;
}

bool StoneSearch::answer(const Question& q, const Observation& seen, Answer& out) {
  const int refused = seen.refused();
  if (q.kind == QuestionKind::dead) {
    answer_dead(seen, refused == 0, out);
    return true;
  }
  out.make_pass();
  const View p = seen.view();
  if (q.may_pass && refused == 0 && p.passes > 0 && passes_well(seen.rules(), p)) return true;
  const StoneState root{p.board_for(q.seat), q.colour, p.passes, p.last_point()};
  follow(seen.rules(), p);
  tree_->look_away();
  if (refused == 0) search(root);
  std::vector<StoneTree::Choice> ranked = tree_->choices();
  std::erase_if(ranked, [&](const StoneTree::Choice& c) {
    return c.point == kNoPoint ? !q.may_pass : !q.from.contains(c.point);
  });
  const auto wanted = static_cast<std::size_t>(refused);
  if (q.may_pass && p.passes > 0 && wanted == 0 && !ranked.empty() && ranked[0].mean < kHopeless) return true;
  if (wanted < ranked.size()) {
    out.make_stone(ranked[wanted].point);
  } else if (!q.may_pass && !q.from.empty()) {
    out.make_stone(q.from.nth(static_cast<int>(random_.below(static_cast<std::uint32_t>(q.from.count())))));
  }
  return true;
}

}  // namespace

bool stone_search_fits(const Ruleset& rules) {
  const Rules& r = rules.rules;
  return rules.plain && rules.wins.empty() && !rules.counting && r.captures != CaptureOrder::none && r.stones == 0 &&
         rules.openings.empty() && r.scoring == Scoring::area && r.tax == Tax::none &&
         r.suicide < SuicideRule::multi_stone;
}

std::unique_ptr<Player> make_stone_search(std::string name, const TreeSearchSettings& settings) {
  return std::make_unique<StoneSearch>(std::move(name), settings);
}

}  // namespace gofuda::tools
