// Cards dealt on purpose, ready to be played or shared out.
#pragma once

#include <optional>
#include <string>

#include "tools/lab/plans/commands.hpp"
#include "tools/lab/plans/isolated_plan.hpp"
#include "tools/lab/plans/worths.hpp"
#include "tools/lab/store/store.hpp"

namespace gofuda::tools {

struct CardsPlan {
  lab::StoreHead head;
  lab::WorthPlan what;
  PlayablePlan made;  // whose processes play, if any
};
// Nothing after a message was printed; `code` is then the exit code. Throws isolate::CannotIsolate.
std::optional<CardsPlan> make_cards_plan(const Options& options, const Dealing& args, int& code);

}  // namespace gofuda::tools
