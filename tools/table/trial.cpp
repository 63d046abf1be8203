#include "tools/table/trial.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/question_kinds.hpp"
#include "core/simulator.hpp"
#include "scripting/scripts.hpp"
#include "tools/table/history.hpp"
#include "tools/table/scene_json.hpp"

namespace gofuda::tools {

namespace {

constexpr std::uint64_t kMostSteps = 20'000'000;  // of scripts, for all answers to one question
constexpr int kMostOrders = 24;                   // of stones that land one by one
constexpr std::size_t kDeals = 8;                 // of what is hidden
constexpr int kMostDeals = 32;                    // tried for these

}  // namespace

Trial::Trial(std::shared_ptr<const Variant> variant) : variant_(std::move(variant)), scripts_(make_scripts(variant_)) {}

bool Trial::spent() const { return scripts_->steps() >= until_; }

Verdict Trial::answer(const Game& game, const Answer& a, std::optional<Game>& after) {
  after = game;
  Verdict v = after->answer(*scripts_, a, {}, false);
  if (!v) after.reset();
  return v;
}

// Of stones that land one by one, in the first order that is legal; the answer is left in it.
Verdict Trial::placed(Game& work, const Game& game, const Question& q, Answer& a) {
  Verdict v = work.answer(*scripts_, a, {}, false);
  if (v) work = game;
  if (v || !q.ordered) return v;
  const Answer first = a;
  std::vector<Point>& points = a.make_points();
  points.assign(first.points().begin(), first.points().end());
  for (int n = 1; n < kMostOrders && std::next_permutation(points.begin(), points.end()) && !spent(); ++n)
    if (work.answer(*scripts_, a, {}, false)) {
      work = game;
      return Verdict::ok();
    }
  a = first;
  return v;
}

nlohmann::json Trial::placements(const Game& game) {
  const Question q = game.question();
  nlohmann::json j{{"places", nlohmann::json::array()}, {"orientations", nlohmann::json::array()}};
  Game work = game;
  Answer a;
  for (std::size_t k = 0; k < q.shape.size(); ++k) {
    const Orientation& o = q.shape[k];
    j["orientations"].push_back(orientation_json(o));
    anchors(o, q.from).for_each([&](Point anchor) {
      lay(o, anchor, !q.ordered && two_coloured(q.shape), a.make_points());
      if (spent()) return void(++unjudged_);
      const Verdict v = placed(work, game, q, a);
      nlohmann::json place{{"orientation", k}, {"points", nlohmann::json::array()}};
      for (Point p : a.points()) place["points"].push_back(point_name(p));
      if (!v) place["refused"] = reason_code(v.reason);
      j["places"].push_back(std::move(place));
    });
  }
  return j;
}

nlohmann::json Trial::points(const Game& game) {
  const Question q = game.question();
  const bool single = q.kind == QuestionKind::stone || (q.kind == QuestionKind::points && q.least <= 1 && q.most == 1);
  nlohmann::json refused = nlohmann::json::object(), says = nlohmann::json::object();
  Game work = game;
  Answer a;
  game.rules().grid.points().for_each([&](Point p) {
    if (form_of(q.kind) == AnswerForm::stone)
      a.make_stone(p);
    else
      a.make_points().assign(1, p);
    Verdict v;
    if (!q.from.contains(p) || !single) {
      v = judge(q, a, game.rules().grid, game.position().board);
      if (v.reason == Reason::wrong_count) return;
    } else if (spent()) {
      return void(++unjudged_);
    } else if ((v = work.answer(*scripts_, a, {}, false))) {
      work = game;
    }
    if (v) return;
    refused[point_name(p)] = reason_code(v.reason);
    says[std::string(reason_code(v.reason))] = reason_sentence(v.reason);
  });
  return {{"refused", std::move(refused)}, {"says", std::move(says)}};
}

nlohmann::json Trial::places(const Game& game) {
  until_ = scripts_->steps() + kMostSteps / (hides_something(game) ? kDeals : 1);
  return places_within(game);
}

nlohmann::json Trial::places_within(const Game& game) {
  unjudged_ = 0;
  const Question& q = game.question();
  nlohmann::json j = nlohmann::json::object();
  if (q.kind == QuestionKind::placement)
    j = placements(game);
  else if (form_of(q.kind) == AnswerForm::points || form_of(q.kind) == AnswerForm::stone)
    j = points(game);
  j["kind"] = question_kind_name(q.kind);
  if (unjudged_ > 0) j["unjudged"] = unjudged_;
  return j;
}

// --- unseen

// Depends on what the seat knows alone. Empty where no deal comes to the question that is asked.
std::vector<Game> Trial::could_be(const Game& game) {
  if (!hides_something(game)) return {game};
  std::vector<Game> out;
  Simulator simulator(game, *scripts_, game.question().seat);
  Random random(static_cast<std::uint64_t>(game.position().turn), simulator.answered());
  for (int n = 0; n < kMostDeals && out.size() < kDeals; ++n)
    if (std::optional<Game> one = simulator.suppose(random)) out.push_back(std::move(*one));
  return out;
}

Verdict Trial::answer_unseen(const Game& game, const Answer& a, std::optional<Game>& after) {
  const std::vector<Game> games = could_be(game);
  Verdict by_itself = judge(game.question(), a, game.rules().grid, game.position().board);
  if (games.empty() || !by_itself) return by_itself;
  std::optional<Verdict> refused;
  bool legal = false, same = true;
  for (const Game& g : games) {
    std::optional<Game> then;
    const Verdict v = answer(g, a, then);
    legal |= static_cast<bool>(v);
    if (!v && !refused) refused = v;
    same &=
        v && !tells_more(g, *then, g.question().seat) && (!after || after->position().board == then->position().board);
    if (v && !after) after = std::move(then);
  }
  if (!same) after.reset();
  return legal ? Verdict::ok() : *refused;
}

// What is refused in all of them; a place that is not, as it is legal in one of them.
nlohmann::json Trial::places_unseen(const Game& game) {
  const std::vector<Game> games = could_be(game);
  if (games.empty()) {
    until_ = 0;  // what the question itself allows, then, and no script is asked
    return places_within(game);
  }
  nlohmann::json all = places(games[0]);
  for (std::size_t g = 1; g < games.size(); ++g) {
    const nlohmann::json one = places(games[g]);
    if (all.contains("refused"))
      for (auto it = all["refused"].begin(); it != all["refused"].end();)
        it = one["refused"].contains(it.key()) ? std::next(it) : all["refused"].erase(it);
    if (all.contains("places") && all["places"].size() == one["places"].size())
      for (std::size_t k = 0; k < all["places"].size(); ++k)
        if (!one["places"][k].contains("refused")) all["places"][k] = one["places"][k];
    if (one.contains("unjudged")) all["unjudged"] = std::max<int>(all.value("unjudged", 0), one["unjudged"]);
  }
  return all;
}

bool tells_more(const Game& before, const Game& after, Seat seat) { return !why_no_undo(after, before, seat).empty(); }

}  // namespace gofuda::tools
