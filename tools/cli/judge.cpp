#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tools/cli/actions.hpp"
#include "tools/isolate/disputes.hpp"
#include "tools/lab/campaign/interrupt.hpp"
#include "tools/lab/plans/plan_args.hpp"
#include "tools/print/project.hpp"
#include "tools/print/result.hpp"
#include "tools/print/terminal.hpp"
#include "tools/table/judge_each.hpp"

namespace gofuda::tools {

namespace fs = std::filesystem;

namespace {

bool find_files(const std::vector<std::string>& paths, std::vector<std::string>& files, Diagnostics& out) {
  bool well = true;
  for (const std::string& p : paths) {
    std::error_code ec;
    if (fs::is_directory(p, ec)) {
      std::vector<std::string> found;
      bool links = false;  // that lead out
      for (fs::recursive_directory_iterator it(p, fs::directory_options::skip_permission_denied, ec), end;
           !ec && it != end; it.increment(ec)) {
        if (it->is_directory(ec) && it->path().filename().string().starts_with('.')) it.disable_recursion_pending();
        if (it->path().extension() == ".yaml") {
          if (Library::refuse_outside(it->path(), p, out))
            well = false, links = true;
          else
            found.push_back(it->path().string());
        }
        if (is_misnamed(it->path(), ".yaml")) tell_misnamed(it->path(), ".yaml", out), well = false;
      }
      std::sort(found.begin(), found.end());
      if (found.empty() && !links) say_error("there is no .yaml file in " + p), well = false;
      files.insert(files.end(), found.begin(), found.end());
    } else {
      files.push_back(p);
    }
  }
  return well;
}

nlohmann::json to_json_value(const Diagnostic& d) {
  return {{"file", d.file}, {"line", d.line}, {"column", d.column}, {"code", d.code}, {"message", d.message}};
}

nlohmann::json json_of(const std::string& file, const isolate::Judged& d) {
  nlohmann::json j{{"file", file},       {"dispute", d.title},   {"ruling", d.ruling},
                   {"source", d.source}, {"rulings", d.rulings}, {"passed", d.passed()}};
  for (const Diagnostic& e : d.result.errors)
    j[e.severity == Severity::error ? "errors" : "warnings"].push_back(to_json_value(e));
  for (const CaseResult& c : d.result.cases) {
    nlohmann::json one{{"reading", c.name}, {"passed", c.passed}};
    for (const Diagnostic& f : c.failures) one["failures"].push_back(to_json_value(f));
    if (c.verdict) {
      one["verdict"] = {{"reason", reason_code(c.verdict->reason)}, {"detail", c.verdict->detail}};
      c.verdict->points.for_each([&](Point p) { one["verdict"]["points"].push_back(point_name(p)); });
    }
    if (!c.explanation.empty()) one["explanation"] = c.explanation;
    j["readings"].push_back(one);
  }
  return j;
}

void print_case(const std::string& file, const isolate::Judged& d, const CaseResult& c, bool explain) {
  const std::string name = printable(c.name);
  if (!c.passed) {
    std::printf("FAILED  %s\n        %s\n        reading: %s\n", printable(file).c_str(), printable(d.title).c_str(),
                name.c_str());
    for (const Diagnostic& f : c.failures) std::printf("  %s\n", to_text(f).c_str());
    std::printf("%s", c.board.c_str());
  }
  if (!explain) return;
  std::printf("  reading: %s: %s\n", name.c_str(), c.passed ? "holds" : "does not hold");
  for (const std::string& line : c.explanation) std::printf("    %s\n", printable(line).c_str());
}

void explain_head(const std::string& file, const isolate::Judged& d) {
  std::printf("%s\n  %s\n", printable(file).c_str(), printable(d.title).c_str());
  if (!d.ruling.empty()) std::printf("  ruling: %s\n", printable(d.ruling).c_str());
  if (!d.reason.empty()) std::printf("  reason: %s\n", printable(d.reason).c_str());
  if (!d.source.empty()) std::printf("  source: %s\n", printable(d.source).c_str());
  if (!d.rulings.empty()) std::printf("  decides: %s\n", printable(joined(d.rulings, ", ")).c_str());
}

void print_text(const std::string& file, const isolate::Judged& d, bool explain) {
  for (const Diagnostic& e : d.result.errors) std::fprintf(stderr, "%s\n", to_text(e).c_str());
  if (!d.read) return;
  if (explain) explain_head(file, d);
  for (const CaseResult& c : d.result.cases)
    if (!d.result.mistaken() || c.passed || !c.failures.empty()) print_case(file, d, c, explain);
}

nlohmann::json unread_json(const std::string& file, const Diagnostic& why) {
  return {{"file", file}, {"passed", false}, {"errors", {to_json_value(why)}}};
}

void add_json(const std::string& path, const std::string& file, const isolate::Judged& d, nlohmann::json& all) {
  if (d.read) return all.push_back(json_of(file, d));
  for (const Diagnostic& e : d.result.errors) all.push_back(unread_json(path, e));
}

// Of files in their order.
struct Telling {
  const Options& options;
  const std::vector<std::string>& files;
  bool explain;
  lab::Interrupt interrupt = {};
  std::size_t told = 0;
  int passed = 0, failed = 0;
  bool broken = false;
  nlohmann::json all = nlohmann::json::array();

  void tell(const isolate::Judged& d) {
    const std::string& path = files[told++];
    (d.passed() ? passed : failed)++;
    broken |= d.result.mistaken() && !d.lost;
    if (options.json)
      add_json(path, Library::display(path), d, all);
    else
      print_text(Library::display(path), d, explain);
  }
  void add_unread(Diagnostics& problems) {
    failed += static_cast<int>(problems.errors());
    if (!options.json) return void(report(options, problems));
    for (const Diagnostic& d : problems.list()) all.push_back(unread_json(d.file, d));
  }
  bool stopped() const { return interrupt.caught() != 0; }
  int end() const {
    if (options.json)
      std::printf("%s\n", json_text({{"passed", passed}, {"failed", failed}, {"disputes", all}}, 2).c_str());
    else
      std::printf("%d passed, %d failed\n", passed, failed);
    if (told < files.size())
      std::fprintf(stderr, "stopped: %zu of %zu disputes were not judged\n", files.size() - told, files.size());
    if (stopped()) return 128 + interrupt.caught();
    return broken ? 2 : failed ? 1 : 0;
  }
};

isolate::Judged read_and(const std::string& path, const auto& judge) {
  Diagnostics out;
  if (const auto text = read_dispute_text(path, out)) return judge(Library::display(path), *text, files_beside(path));
  isolate::Judged d;
  d.result.errors = out.list();
  return d;
}

void judge_here(Library& library, const Judge& args, Telling& telling) {
  const auto judge = [&](Library& by, KeptScripts& kept, std::size_t k) {
    return read_and(telling.files[k], [&](const auto& name, const auto& text, const DisputeFiles& files) {
      return isolate::judge_text(by, kept, name, text, args.explain, files);
    });
  };
  const auto mistaken = [&](const isolate::Judged& next) {
    return is_elsewhere(next.result.errors, Library::display(telling.files[telling.told]));
  };
  judge_each<isolate::Judged>(
      library, telling.files.size(), threads_of(args.threads), nullptr, judge, mistaken,
      [&](const isolate::Judged& d) { telling.tell(d); }, [&] { return telling.stopped(); });
}

void judge_apart(Library library, const Judge& args, Telling& telling) {
  isolate::Judge apart(args.isolate.limits, std::move(library));
  for (const std::string& path : telling.files) {
    const auto d = read_and(path, [&](const auto& name, const auto& text, const DisputeFiles& files) {
      return apart.judge(name, text, args.explain, files);
    });
    if (telling.stopped()) return;
    telling.tell(d);
  }
}

}  // namespace

int judge(const Options& options, const Judge& args) {
  if (const std::string wrong = wrong_threads(args.threads); !wrong.empty()) return usage_error(wrong);
  Diagnostics problems;
  auto library = open_and_tell(options, problems);
  std::vector<std::string> files, paths = args.paths;
  if (paths.empty()) paths.push_back(project_folder(options, "disputes"));
  if (paths[0].empty() && args.paths.empty())
    return usage_error("name the disputes to judge: files, or folders of them");
  bool found = find_files(paths, files, problems);
  if (!library || files.empty()) return report(options, problems), 2;
  Telling telling{options, files, args.explain};
  telling.add_unread(problems);
  try {
    if (args.isolate.on)
      judge_apart(std::move(*library), args, telling);
    else
      judge_here(*library, args, telling);
    const int code = telling.end();
    return found || telling.stopped() ? code : 2;
  } catch (const isolate::CannotIsolate& e) { return usage_error(std::string("--isolate: ") + e.what()); }
}

}  // namespace gofuda::tools
