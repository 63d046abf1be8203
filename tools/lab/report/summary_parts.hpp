// Pieces that the JSON of a summary is made of.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "tools/lab/statistics/tally.hpp"
#include "tools/lab/store/provenance.hpp"
#include "tools/lab/store/ranges.hpp"

namespace gofuda::lab {

inline constexpr double kHalves = 2;  // of a win

nlohmann::json interval_json(const std::optional<Interval>& i, double unit = 1);
nlohmann::json share_json(std::int64_t k, std::int64_t n);  // with Wilson's interval
nlohmann::json share_json(std::int64_t k, std::int64_t n, std::int64_t worth);
nlohmann::json distinct_json(const Tally& t);  // how many games are not the same as another
nlohmann::json number_json(const std::optional<double>& x);
// A list of the first and last numbers of runs of games.
nlohmann::json ranges_json(const Ranges& ranges);

struct Tests {
  std::size_t wins = 0, swings = 0;  // how many were made, each kind adjusted by itself
};
nlohmann::json cards_json(const Provenance& p, const Tally& t, Tests& tests);

}  // namespace gofuda::lab
