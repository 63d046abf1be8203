// What a race knows so far, kept in a file of JSON: the same plan on the same rules goes on from there.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tools/lab/plans/tune_race.hpp"
#include "tools/lab/store/provenance.hpp"

namespace gofuda::lab {

class TuneFile {
 public:
  // Without a path nothing is read or kept. `rules`: a digest of the files that the candidates were made from.
  TuneFile(std::string path, const TunePlan& plan, std::string rules);
  // Nothing known when there is no file. Throws StoreError when it is of another race, or damaged.
  TuneResult read() const;
  // Writes it anew and puts it in its place; not more often than is good for the games unless `now`. Throws StoreError.
  void keep(const TuneResult& r, bool now);

 private:
  nlohmann::json race() const;  // what must be the same
  void check_race(const nlohmann::json& kept) const;
  std::string path_, rules_;
  const TunePlan& plan_;
  std::chrono::steady_clock::time_point next_{};
};

// Of all files that the candidates come from.
std::string digest_of(const std::vector<Provenance>& of);

}  // namespace gofuda::lab
