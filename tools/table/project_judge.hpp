// The disputes of a project, judged. Each is known to hang on what was read for it; where all of that is as it was, it
// is not judged again.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scripting/dispute.hpp"
#include "tools/print/options.hpp"
#include "tools/table/project.hpp"
#include "tools/table/work.hpp"

namespace gofuda::tools {

class ProjectJudge {
 public:
  explicit ProjectJudge(std::shared_ptr<const ProjectFiles> project) : project_(std::move(project)) {}

  // Tells of it by `judged` events, and ends when the job is stopped. What is found out is what judging all of them
  // anew would find out, which `anew` does. On any thread, and those that were lent to the job; one at a time, the next
  // one waits.
  void run(const Options& options, bool anew, Job& job);

 private:
  // What a name of the library stands for.
  struct Meaning {
    std::optional<std::string> path, text;
    int changes = 0;  // so often it was something else when it was looked at again
    bool same_as(const Meaning& m) const { return path == m.path && text == m.text; }
  };
  struct Failure {
    std::string file, reading, text;
  };
  // A dispute that was judged without a mistake in it or in what it needs. Those are told once, with the first dispute
  // that meets them, so that who has met one is always judged again.
  struct Known {
    std::string etag;
    std::vector<std::pair<const Meaning*, int>> needs;        // and their changes then
    std::vector<std::pair<std::string, std::string>> beside;  // records by name, and what was read
    std::vector<Failure> failed;
  };
  struct Now;
  struct Found;

  static Meaning meaning_of(const Library& library, const Sought& sought);
  void look_again(const Library& library);
  DisputeFiles records_of(const std::string& path, Known& known) const;
  bool as_it_was(const std::string& path, const std::string& etag) const;
  Found find(Library& library, KeptScripts& scripts, const std::string& path) const;
  void keep(Now& now, Found& found);

  const std::shared_ptr<const ProjectFiles> project_;
  std::mutex mutex_;
  std::map<Sought, Meaning> meanings_;
  std::map<std::string, Known> known_;  // by the dispute's path
};

}  // namespace gofuda::tools
