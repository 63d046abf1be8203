#include "tools/table/project_judge.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/halt.hpp"
#include "tools/print/result.hpp"
#include "tools/table/request.hpp"

namespace gofuda::tools {

// Of one run.
struct ProjectJudge::Now {
  Job& job;
  std::optional<Library> library = {};
  KeptScripts scripts = {};
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

namespace {

std::string first_of(const std::vector<Diagnostic>& list, const std::string& none) {
  return list.empty() ? none : to_text(list[0]);
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

void ProjectJudge::judge(Now& now, const std::string& path) {
  known_.erase(path);
  Known known;
  const auto fail = [&](const std::string& reading, const std::string& text) {
    known.failed.push_back({path, reading, text});
  };
  std::set<Sought> sought;
  bool mistake = true;
  try {
    const ProjectFiles::Content content = project_->read(path);
    known.etag = content.etag;
    Diagnostics out;
    const auto dispute = parse_dispute(path, content.text, out, records_of(path, known));
    if (dispute) {
      now.library->note_sought(&sought);
      const DisputeResult result = judge_dispute(*now.library, *dispute, false, &now.scripts);
      now.library->note_sought(nullptr);
      if (halted()) return;  // it was broken off, and says nothing
      mistake = !result.errors.empty();
      if (mistake) fail("", first_of(result.errors, ""));
      for (const CaseResult& c : result.cases)
        if (!mistake && !c.passed) fail(c.name, first_of(c.failures, ""));
    } else {
      fail("", first_of(out.list(), "not read"));
    }
  } catch (const Refusal& r) { fail("", r.text); }
  ++now.anew;
  now.count(known.failed);
  if (mistake) return;
  for (const Sought& s : sought) {
    const auto [it, fresh] = meanings_.try_emplace(s);
    if (fresh) it->second = meaning_of(*now.library, s);
    known.needs.emplace_back(&it->second, it->second.changes);
  }
  known_[path] = std::move(known);
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
  now.tell(true);  // before the first one, which may be the one that one wants to stop
  for (const ProjectFiles::File& f : files) {
    if (job.stop) break;
    if (!anew && as_it_was(f.path, f.etag)) {
      now.count(known_.at(f.path).failed);
      continue;
    }
    judge(now, f.path);
    if (now.anew % kStride == 0) now.tell(true);
  }
  now.tell(false);
}

}  // namespace gofuda::tools
