// A plan whose rules are read and played by processes that can do nothing else.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/plans/worths.hpp"
#include "tools/lab/runner/isolated_batch.hpp"

namespace gofuda::tools {

// What commands ask of rules before games are played.
struct RulesFacts {
  lab::Decks decks;
  std::vector<lab::Dealable> cards;  // in the decks
  bool only_top = false;             // of a deck can be dealt on purpose
  int komi = 0, points = 0;          // of the board
  std::optional<Seat> first;         // nothing: by chance
};
RulesFacts facts_of(const Ruleset& rules);

struct IsolatedPlan {
  lab::Plan plan;  // without its variant
  lab::Provenance provenance;
  RulesFacts facts;
  std::unique_ptr<lab::IsolatedBatch> games;
  lab::PlayBatch play() const;  // for as long as this lives
};

// Nothing after a message was printed; `code` is then the exit code. Throws isolate::CannotIsolate.
std::optional<IsolatedPlan> isolate_plan(const Options& options, const PlanArgs& args, const isolate::Limits& limits,
                                         const std::string& keep, int& code);
// A plan, and what plays it: here, or in processes of its own.
struct PlayablePlan {
  lab::Plan plan;
  RulesFacts facts;
  lab::PlayBatch play = lab::run_batch;
  std::optional<IsolatedPlan> isolated;
};
// As make_plan or isolate_plan.
std::optional<PlayablePlan> playable_plan(const Options& options, const PlanArgs& args, const isolate::Asked& asked,
                                          const std::string& keep, int& code);
// The same options with all texts of the library, read once for many such plans. Nothing after a message.
std::optional<Options> with_texts(const Options& options, int& code);
int cannot_isolate(const isolate::CannotIsolate& e);  // says so; the exit code

// What a process says of the rules that it has read, or of what is wrong with them; and what is believed of it.
struct PlanNews {
  int code = 0;  // not 0: an exit code, for what is wrong
  Diagnostics wrong;
  std::string title;
  std::array<std::string, 2> players;
  RulesFacts facts;
  std::vector<std::string> files;                                      // paths
  std::vector<std::pair<std::string, std::string>> cards, conditions;  // id and name
};
std::string news_of(const lab::Plan& plan);
std::string news_of(const Diagnostics& wrong, int code);
std::optional<PlanNews> read_news(const std::string& message);

}  // namespace gofuda::tools
