// What a race knows so far, kept in a file of JSON: the same plan on the same rules goes on from there. And parts of
// what comes next in it, which others have played.
#pragma once

#include <chrono>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "tools/lab/plans/tune_race.hpp"
#include "tools/lab/store/locked_file.hpp"
#include "tools/lab/store/provenance.hpp"

namespace gofuda::lab {

// Whose games a part are. All that they hang on is in its file, so that whoever puts parts together needs nothing else.
struct TunePart {
  TunePlan plan;
  std::string rules;    // a digest of the files that the candidates were made from
  std::string command;  // without what is asked of this part alone
  Shard shard;
  TuneResult before, played;
};
inline constexpr std::uint64_t kMostTuneParts = 1000;

class TuneFile {
 public:
  // Without a path nothing is read or kept. `rules`: a digest of the files that the candidates were made from.
  TuneFile(std::string path, const TunePlan& plan, std::string rules);
  // Of a part, whose games are what is kept.
  TuneFile(std::string path, const TunePart& part);
  // Before it is read to be written: no other process can do so from here on. Throws StoreError.
  void hold();
  // Nothing known when there is no file, nor of a part of what came earlier in the race. Throws StoreError when it is
  // of another race or another part, or damaged.
  TuneResult read() const;
  // Writes it anew and puts it in its place; not more often than is good for the games unless `now`. Throws StoreError.
  void keep(const TuneResult& r, bool now);  // after hold()
  const std::string& path() const { return path_; }

 private:
  nlohmann::json race() const;  // what must be the same
  void check_race(const nlohmann::json& kept) const;
  TuneResult read_part(const nlohmann::json& j) const;
  std::string path_, rules_;
  const TunePlan& plan_;
  const TunePart* part_ = nullptr;
  std::unique_ptr<LockedFile> file_;
  std::chrono::steady_clock::time_point next_{};
};

bool same_state(const TuneResult& a, const TuneResult& b);  // of two races of the same plan
bool is_tune_part(const std::string& path);                 // by how it begins, rather than a store of games
TunePart read_tune_part(const std::string& path);           // throws StoreError

// Of all files that the candidates come from.
std::string digest_of(const std::vector<Provenance>& of);

}  // namespace gofuda::lab
