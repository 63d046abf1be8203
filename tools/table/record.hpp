// A game as one seat knows it: what that seat was not shown is a question mark.
#pragma once

#include <string>
#include <vector>

#include "core/notation/transcript.hpp"
#include "tools/print/result.hpp"
#include "tools/table/scene.hpp"

namespace gofuda::tools {

// As `transcript`, but for the scene's viewer: the other side's secret answers, the cards it holds hidden and the order
// of shuffled piles are "?", and offers that it declined are left out.
std::vector<TranscriptLine> seen_transcript(const Scene& scene);
// All of it as the text of a file. Not to be played from, and without the seed, which would tell the rest.
std::string record_text(const Scene& scene, const Settings& settings);

}  // namespace gofuda::tools
