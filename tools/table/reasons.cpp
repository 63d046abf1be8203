#include "tools/table/reasons.hpp"

#include <algorithm>
#include <stdexcept>

#include "scripting/passed_over.hpp"
#include "tools/players/lone_card.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

// Are the first items of both logs the same?
bool alike(const Log& a, const Log& b, std::size_t items) {
  if (a.size() < items || b.size() < items) return false;
  for (std::size_t i = 0; i < items; ++i) {
    const auto x = a.numbers(a[i]), y = b.numbers(b[i]);
    if (a[i].kind != b[i].kind || a[i].who != b[i].who || a[i].key != b[i].key || !std::ranges::equal(x, y))
      return false;
  }
  return true;
}

bool same_log(const Log& a, const Log& b) { return a.size() == b.size() && alike(a, b, a.size()); }

// Turns that were skipped because none of the seat's cards could be played.
std::map<std::size_t, Remark> stuck(const Ruleset& rules, const Position& after, std::size_t first,
                                    const std::vector<Remark>& remarks) {
  constexpr std::size_t kMostNamed = 3;
  std::map<std::size_t, Remark> out;
  for (std::size_t i = first; i < after.moves.size(); ++i) {
    const std::vector<std::string> cards = passed_over(rules, after.moves[i], i, remarks);
    if (cards.empty()) continue;
    std::string text;
    for (std::size_t n = 0; n < std::min(cards.size(), kMostNamed); ++n) text += (n ? "; " : "") + clause(cards[n]);
    if (cards.size() > kMostNamed) text += "; and " + std::to_string(cards.size() - kMostNamed) + " more";
    out[i] = {i, kNoCard, text, Reason::unplayable};
  }
  return out;
}

std::vector<std::string> said_by_turn(const Ruleset& rules, const Position& at, const std::vector<Remark>& remarks) {
  std::vector<std::string> out;
  for (const Remark& r : remarks)
    if (r.move == at.moves.size() && r.card == kNoCard && r.reason == Reason::legal && !is_passed_over(rules, r))
      out.push_back(r.text);
  return out;
}

// Whose question it is: the turn's, which offers some of these cards.
bool of_the_turn(const Question& q) {
  const ScriptRole role = q.key.script.role;
  return q.kind == QuestionKind::offer && q.key.card == kNoCard &&
         (role == ScriptRole::turn || role == ScriptRole::part);
}

}  // namespace

bool Reasons::ready() {
  if (scripts_ || failed_) return !failed_;
  try {
    scripts_ = std::make_unique<LuaScripts>(variant_);
  } catch (const std::runtime_error&) {  // the game's own scripts would have failed as well
    failed_ = true;
  }
  return !failed_;
}

void Reasons::look(const Game& game) {
  if (position_ && same_log(log_, game.log())) return;
  const auto& marks = game.turn_marks();
  if (!position_ || turns_ >= marks.size() || !alike(log_, game.log(), marks[turns_])) {
    position_ = first_position(game.rules(), game.setup());
    turns_ = 0;
    of_turns_.clear();
  }
  log_ = game.log();
  of_this_turn_.clear();
  of_phase_.clear();
  std::vector<Remark> remarks;
  scripts_->collect_remarks(&remarks);
  Log log = log_;
  for (bool finished = true; finished;) {
    finished = turns_ + 1 < marks.size();
    Position after = *position_;
    const std::size_t first = after.moves.size();
    remarks.clear();
    Run run(game.rules(), *scripts_, game.setup().key);
    if (after.over()) break;
    const Status s = run.turn(after, log, marks[turns_], {});
    auto& known = finished ? of_turns_ : of_this_turn_;
    known.merge(obstacles(after, first, remarks));
    known.merge(stuck(game.rules(), after, first, remarks));
    if (s == Status::asks) of_phase_ = said_by_turn(game.rules(), after, remarks);
    if (!finished || s != Status::done) break;
    position_ = std::move(after);
    ++turns_;
  }
  scripts_->collect_remarks(nullptr);
  scripts_->clear_output();
}

std::string Reasons::of_move(const Game& game, std::size_t move, bool with_points) {
  if (!ready()) return "";
  look(game);
  for (const auto* known : {&of_turns_, &of_this_turn_})
    if (const auto it = known->find(move); it != known->end()) {
      if (it->second.card == kNoCard && !with_points) return "";  // it tells of the hand
      return with_points ? why_in_words(it->second.text) : without_points(it->second);
    }
  return "";
}

const std::vector<std::string>& Reasons::of_phase(const Game& game) {
  static const std::vector<std::string> nothing;
  const bool speaks = variant_->turn && variant_->turn->source.find("because") != std::string::npos;
  if (!speaks || game.state() != Status::asks || !ready()) return nothing;
  look(game);
  return of_phase_;
}

std::string Reasons::of_card(const Game& game, CardId card) {
  const bool asks = game.state() == Status::asks && of_the_turn(game.question());
  if (!asks || !ready()) return "";
  return why_not(*variant_, *scripts_, game.position(), game.setup().key, game.question().seat, card);
}

const Reasons::NotOffered& Reasons::not_offered(const Game& game) {
  const bool asks = game.state() == Status::asks && of_the_turn(game.question());
  if (!asks || !ready()) return not_offered_.clear(), not_offered_;
  if (asked_ && same_log(*asked_, game.log())) return not_offered_;
  asked_ = game.log();
  not_offered_.clear();
  constexpr std::uint64_t kMostSteps = 10'000'000;  // of scripts, for all of them
  const std::uint64_t until = scripts_->steps() + kMostSteps;
  const Question& q = game.question();
  std::vector<CardId> seen = q.cards;
  for (const Zone zone : {Zone::hand, Zone::shown}) {
    const auto cards = game.position().cards.in(owner_of(q.seat), zone);
    const auto offered = [&](CardId c) { return std::find(q.cards.begin(), q.cards.end(), c) != q.cards.end(); };
    if (std::none_of(cards.begin(), cards.end(), offered)) continue;
    for (const CardId c : cards) {
      if (std::find(seen.begin(), seen.end(), c) != seen.end()) continue;
      seen.push_back(c);
      not_offered_.emplace_back(c, scripts_->steps() < until ? of_card(game, c) : "");
    }
  }
  scripts_->clear_output();
  return not_offered_;
}

}  // namespace gofuda::tools
