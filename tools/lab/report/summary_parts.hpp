// Pieces that the JSON of a summary is made of.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "tools/lab/statistics/tally.hpp"
#include "tools/lab/store/provenance.hpp"

namespace gofuda::lab {

nlohmann::json interval_json(const std::optional<Interval>& i, double unit = 1);
nlohmann::json share_json(std::int64_t k, std::int64_t n);  // with Wilson's interval
nlohmann::json number_json(const std::optional<double>& x);

struct Tests {
  std::size_t wins = 0, swings = 0;  // how many were made, each kind adjusted by itself
};
nlohmann::json cards_json(const Provenance& p, const Tally& t, Tests& tests);

}  // namespace gofuda::lab
