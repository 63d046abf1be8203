// Tokens, points for the count and marks as a dispute writes them, in its start position and in what it expects.
#pragma once

#include <vector>

#include "core/ruleset.hpp"
#include "scripting/yaml.hpp"

namespace gofuda {

// tokens: { black: { coin: 2 } }, marks: { holy: D4 E5 }, scored: { black: 2.5 }; nullptr where it says nothing of it.
struct TallyNodes {
  const YamlNode *tokens = nullptr, *marks = nullptr, *scored = nullptr;
};

struct TallyLine {
  TallyChange wanted;    // as if nothing was there before
  const YamlNode* node;  // its value
};

std::vector<TallyLine> read_tally(const YamlFile& file, const TallyNodes& nodes, const Ruleset& rules,
                                  Diagnostics& out);
// What a game begins with where the lines say otherwise than its rules.
Tally tally_at_start(const Ruleset& rules, std::span<const TallyLine> lines);
// How it is instead of what the line wants, in words; "" where it is so.
std::string tally_difference(const TallyNames& names, const Tally& seen, const TallyLine& line);

}  // namespace gofuda
