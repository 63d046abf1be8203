// A dispute, or a refused answer, under other values of the options: what may take long, with nothing of the room in
// it.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/notation/feed.hpp"
#include "scripting/dispute.hpp"
#include "tools/print/options.hpp"

namespace gofuda::tools {

// A dispute's main reading, played.
struct Played {
  std::optional<OpenGame> open;  // nothing after a diagnostic
  TokenFeed::Fed how = TokenFeed::Fed::wrong;
  Verdict verdict;
  std::string problem;
};
Played play_text(Library& library, const Dispute& dispute, const Settings& settings, Diagnostics& out);

// The fields of the reply to `readings`. Throws a Refusal.
nlohmann::json readings_of_dispute(const Options& options, const std::string& text,
                                   const std::vector<std::string>& wanted);

// How other values of the options that matter here would judge a refused answer.
struct OtherReadings {
  Options options;
  std::shared_ptr<const Variant> variant;
  Settings settings;
  Game game;
  Answer answer;
  Verdict now;

  nlohmann::json found() const;
};

}  // namespace gofuda::tools
