// What a comparison of two sets of rules says.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/lab/campaign/pairs.hpp"

namespace gofuda::lab {

nlohmann::json compare_json(const Stored& stored);
std::vector<std::string> compare_lines(const nlohmann::json& comparison);

// The differences a - b: `rate_difference` (a draw is half a win) and `lead_difference` in points, each with Student's
// interval, or one that holds although a test has stopped.
// `telling`: where pairs repeat one another they tell no more than this share of them does.
nlohmann::json differences_json(const PairTally& t, const std::optional<PairTest>& test, double telling);
// A pair is the same as another only where both of its games are.
double pairs_telling(const Tally& a, const Tally& b);
std::optional<PairTest> pair_test_of(const StoreHead& head);
// "+2.00 %  [+1.00, +3.00]"; "-" without pairs.
std::string difference_text(const nlohmann::json& difference, double unit, const char* name);

}  // namespace gofuda::lab
