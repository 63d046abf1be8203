#include "scripting/script_count.hpp"

#include <algorithm>
#include <utility>

namespace gofuda {

namespace {

constexpr int kMostHalfPoints = 2 * Tally::kMostTokens;  // of all functions together

}  // namespace

bool counts(const Variant& variant) {
  return std::any_of(variant.wins.begin(), variant.wins.end(), [](const auto& w) { return w->has("score"); });
}

ScriptCount::ScriptCount(const Variant& variant) {
  auto own = std::make_shared<Variant>(variant);
  auto rules = std::make_shared<Ruleset>(*variant.ruleset);
  rules->counting.reset();
  own->ruleset = std::move(rules);
  instead_ = std::any_of(own->wins.begin(), own->wins.end(), [](const auto& w) { return w->instead; });
  variant_ = std::move(own);
}

std::unique_ptr<LuaScripts> ScriptCount::borrow() const {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      auto out = std::move(idle_.back());
      idle_.pop_back();
      return out;
    }
  }
  LuaLimits limits;
  limits.steps = kSteps;
  return std::make_unique<LuaScripts>(variant_, limits);
}

ScriptCount::Counted ScriptCount::count(const Position& p, const PointSet& dead) const {
  auto scripts = borrow();
  Position counted = p;
  (dead & p.board.stones()).for_each([&](Point q) { counted.board.set(q, Colour::empty); });
  Run run(*variant_->ruleset, *scripts, {});
  run.look_at(counted);
  Counted out;
  for (std::size_t w = 0; w < variant_->wins.size() && !run.stopped(); ++w)
    if (variant_->wins[w]->has("score"))
      for (Seat seat : {Seat::black, Seat::white})
        out.points2[static_cast<std::size_t>(index(seat))] += scripts->score(run, static_cast<int>(w), seat);
  for (int& twice : out.points2) twice = std::clamp(twice, -kMostHalfPoints, kMostHalfPoints);
  if (run.stopped()) {
    const Fault& f = run.fault();
    out = {{}, f.file, f.message.empty() ? "the count has stopped" : f.message, f.line, f.code};
  }
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(scripts));
  return out;
}

}  // namespace gofuda
