// What is remarked of a card that a turn has found unplayable before it was chosen: no move of its own tells of it.
#pragma once

#include "core/position.hpp"
#include "core/ruleset.hpp"
#include "core/verdict.hpp"
#include "scripting/scripts.hpp"

namespace gofuda {

// "Leap cannot be played: there is no room for it"
std::string passed_over_text(const CardInfo& card, const Verdict& why);
// Is that what the remark says?
bool is_passed_over(const Ruleset& rules, const Remark& remark);
// Of a turn that was skipped, each card once: which the seat had and could not play, and why.
std::vector<std::string> passed_over(const Ruleset& rules, const Move& skip, std::size_t number,
                                     const std::vector<Remark>& remarks);

}  // namespace gofuda
