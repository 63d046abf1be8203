// What the `score` functions of a game's win conditions make of a position.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "core/ruleset.hpp"
#include "scripting/scripts.hpp"

namespace gofuda {

// Threads that count at the same time each have a Lua state of their own; a state is kept for the next count.
class ScriptCount : public Counting {
 public:
  // Nothing of the variant is shared with it: its rules would hold what holds them.
  explicit ScriptCount(const Variant& variant);
  bool instead() const override { return instead_; }
  Counted count(const Position& p, const PointSet& dead) const override;

 private:
  static constexpr std::uint64_t kSteps = 200'000;  // of one function
  std::unique_ptr<LuaScripts> borrow() const;
  std::shared_ptr<const Variant> variant_;
  bool instead_ = false;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<LuaScripts>> idle_;
};

bool counts(const Variant& variant);  // has one of its win conditions a score function?

}  // namespace gofuda
