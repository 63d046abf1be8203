// A position of the game, and what was played since, as the text of a dispute: scripts play a part in it, so it may
// take long, and there is nothing of the room in it.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/game.hpp"
#include "tools/print/options.hpp"

namespace gofuda::tools {

std::string flow(const char* key, const nlohmann::json& j);  // `key: {"black": ["leap"]}`, which is YAML, too

struct Disputed {
  Options options;
  std::shared_ptr<const Variant> variant;
  Settings settings;
  Game game;
  std::string title;
  std::size_t from = 0;  // moves
  std::optional<std::string> play = {};
  std::string expect = {}, readings = {};  // as JSON; "": none are given

  nlohmann::json found() const;  // fields of the reply. Throws a Refusal
};

}  // namespace gofuda::tools
