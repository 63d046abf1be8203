#include "tools/table/project_judge.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/halt.hpp"
#include "tools/print/result.hpp"
#include "tools/table/judge_each.hpp"
#include "tools/table/request.hpp"

namespace gofuda::tools {

// Of one run.
struct ProjectJudge::Now {
  Job& job;
  std::optional<Library> library = {};
  int of = 0, done = 0, held = 0, anew = 0;
  nlohmann::json failed = nlohmann::json::array();

  void count(const std::vector<Failure>& failures) {
    ++done;
    held += failures.empty();
    for (const Failure& f : failures) fail(f);
  }
  void fail(const Failure& f) { failed.push_back({{"file", f.file}, {"reading", f.reading}, {"text", f.text}}); }
  void tell(bool running) const {
    job.tell(json_text({{"event", "judged"},
                        {"job", job.number},
                        {"done", done},
                        {"of", of},
                        {"held", held},
                        {"anew", anew},
                        {"failed", failed},
                        {"running", running}}));
  }
};

// Of one dispute, by one thread.
struct ProjectJudge::Found {
  std::string path;
  Known known = {};
  std::set<Sought> sought = {};
  bool mistake = true;        // in the dispute, or in what it needs
  bool in_the_rules = false;  // the latter
};

namespace {

std::string first_of(const std::vector<Diagnostic>& list, const std::string& none) {
  const Diagnostic* error = first_error(list);
  return error ? to_text(*error) : none;
}

}  // namespace

ProjectJudge::Meaning ProjectJudge::meaning_of(const Library& library, const Sought& sought) {
  Meaning m;
  if (sought.name == kEveryName) {
    m.text.emplace();
    for (const std::string& name : library.names(sought.kind)) *m.text += name + " ";
    return m;
  }
  m.path = library.path(sought.kind, sought.name);
  if (const std::string* text = m.path ? library.kept_text(*m.path) : nullptr) m.text = *text;
  return m;
}

void ProjectJudge::look_again(const Library& library) {
  for (auto& [sought, was] : meanings_) {
    Meaning is = meaning_of(library, sought);
    if (is.same_as(was)) continue;
    is.changes = was.changes + 1;
    was = std::move(is);
  }
}

// What is read of them is noted.
DisputeFiles ProjectJudge::records_of(const std::string& path, Known& known) const {
  DisputeFiles files = files_beside(*project_, path);
  files.read = [read = files.read, &known](const std::string& name, std::string& problem) {
    auto text = read(name, problem);
    known.beside.emplace_back(name, text ? Project::etag_of(*text) : problem);
    return text;
  };
  return files;
}

bool ProjectJudge::as_it_was(const std::string& path, const std::string& etag) const {
  const auto it = known_.find(path);
  if (it == known_.end() || it->second.etag != etag) return false;
  for (const auto& [meaning, changes] : it->second.needs)
    if (meaning->changes != changes) return false;
  const DisputeFiles files = files_beside(*project_, path);
  for (const auto& [name, was] : it->second.beside) {
    std::string problem;
    const auto text = files.read(name, problem);
    if ((text ? Project::etag_of(*text) : problem) != was) return false;
  }
  return true;
}

ProjectJudge::Found ProjectJudge::find(Library& library, KeptScripts& scripts, const std::string& path) const {
  Found found{path};
  const auto fail = [&](const std::string& reading, const std::string& text) {
    found.known.failed.push_back({path, reading, text});
  };
  try {
    const ProjectFiles::Content content = project_->read(path);
    found.known.etag = content.etag;
    Diagnostics out;
    const auto dispute = parse_dispute(path, content.text, out, records_of(path, found.known));
    if (dispute) {
      library.note_sought(&found.sought);
      const DisputeResult result = judge_dispute(library, *dispute, false, &scripts);
      library.note_sought(nullptr);
      found.mistake = result.mistaken();
      found.in_the_rules = found.mistake && is_elsewhere(result.errors, path);
      if (found.mistake) fail("", first_of(result.errors, ""));
      for (const CaseResult& c : result.cases)
        if (!found.mistake && !c.passed) fail(c.name, first_of(c.failures, ""));
    } else {
      fail("", first_of(out.list(), "not read"));
    }
  } catch (const Refusal& r) { fail("", r.text); }
  return found;
}

void ProjectJudge::keep(Now& now, Found& found) {
  known_.erase(found.path);
  ++now.anew;
  now.count(found.known.failed);
  if (found.mistake) return;
  for (const Sought& s : found.sought) {
    const auto [it, fresh] = meanings_.try_emplace(s);
    if (fresh) it->second = meaning_of(*now.library, s);
    found.known.needs.emplace_back(&it->second, it->second.changes);
  }
  known_[found.path] = std::move(found.known);
}

void ProjectJudge::run(const Options& options, bool anew, Job& job) {
  constexpr int kStride = 25;
  const std::lock_guard lock(mutex_);
  Now now{job};
  Diagnostics out;
  now.library = open_library(options, out);
  std::vector<ProjectFiles::File> files = project_->list();
  std::erase_if(files, [](const ProjectFiles::File& f) { return f.kind != "dispute"; });
  std::set<std::string_view> there;
  for (const ProjectFiles::File& f : files) there.insert(f.path);
  std::erase_if(known_, [&](const auto& k) { return !there.contains(k.first); });
  now.of = static_cast<int>(files.size());
  if (!now.library) {
    if (now.of > 0) now.fail({"", "", first_of(out.list(), "")});
    return now.tell(false);
  }
  now.library->keep_texts();
  look_again(*now.library);
  now.tell(true);                 // before the first one, which may be the one that one wants to stop
  std::vector<std::string> todo;  // what is known is told at once
  for (const ProjectFiles::File& f : files)
    if (!anew && as_it_was(f.path, f.etag))
      now.count(known_.at(f.path).failed);
    else
      todo.push_back(f.path);
  judge_each<Found>(
      *now.library, todo.size(), job.threads, job.lent,
      [&](Library& library, KeptScripts& scripts, std::size_t k) { return find(library, scripts, todo[k]); },
      [](const Found& found) { return found.in_the_rules; },
      [&](Found& found) {
        keep(now, found);
        if (now.anew % kStride == 0) now.tell(true);
      },
      halted);
  std::stable_sort(now.failed.begin(), now.failed.end(),
                   [](const nlohmann::json& a, const nlohmann::json& b) { return a["file"] < b["file"]; });
  now.tell(false);
}

}  // namespace gofuda::tools
