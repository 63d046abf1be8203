#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "tools/cli/actions.hpp"
#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace fs = std::filesystem;

namespace {

bool find_files(const std::vector<std::string>& paths, std::vector<std::string>& files) {
  bool well = true;
  for (const std::string& p : paths) {
    std::error_code ec;
    if (fs::is_directory(p, ec)) {
      std::vector<std::string> found;
      for (fs::recursive_directory_iterator it(p, fs::directory_options::skip_permission_denied, ec), end;
           !ec && it != end; it.increment(ec))
        if (it->path().extension() == ".yaml") found.push_back(it->path().string());
      std::sort(found.begin(), found.end());
      if (found.empty()) std::fprintf(stderr, "error: there is no .yaml file in %s\n", p.c_str()), well = false;
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

nlohmann::json json_of(const Dispute& d, const DisputeResult& r) {
  nlohmann::json j{{"file", d.file->name}, {"dispute", d.title},   {"ruling", d.ruling},
                   {"source", d.source},   {"rulings", d.rulings}, {"passed", r.passed()}};
  for (const Diagnostic& e : r.errors) j["errors"].push_back(to_json_value(e));
  for (const CaseResult& c : r.cases) {
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

void print_case(const Dispute& d, const CaseResult& c, bool explain) {
  if (!c.passed) {
    std::printf("FAILED  %s\n        %s\n        reading: %s\n", d.file->name.c_str(), printable(d.title).c_str(),
                c.name.c_str());
    for (const Diagnostic& f : c.failures) std::printf("  %s\n", to_text(f).c_str());
    std::printf("%s", c.board.c_str());
  }
  if (!explain) return;
  std::printf("  reading: %s: %s\n", c.name.c_str(), c.passed ? "holds" : "does not hold");
  for (const std::string& line : c.explanation) std::printf("    %s\n", line.c_str());
}

void explain_head(const Dispute& d) {
  std::printf("%s\n  %s\n", d.file->name.c_str(), printable(d.title).c_str());
  if (!d.ruling.empty()) std::printf("  ruling: %s\n", printable(d.ruling).c_str());
  if (!d.reason.empty()) std::printf("  reason: %s\n", printable(d.reason).c_str());
  if (!d.source.empty()) std::printf("  source: %s\n", printable(d.source).c_str());
  std::string ids;
  for (const std::string& id : d.rulings) ids += (ids.empty() ? "" : ", ") + id;
  if (!ids.empty()) std::printf("  decides: %s\n", ids.c_str());
}

}  // namespace

int judge(const Options& options, const Judge& args) {
  Diagnostics problems;
  auto library = open_library(options, problems);
  std::vector<std::string> files;
  bool found = find_files(args.paths, files);
  if (!library || !found) return report(options, problems), 2;
  int passed = 0, failed = 0;
  bool broken = false;
  nlohmann::json all = nlohmann::json::array();
  for (const std::string& file : files) {
    Diagnostics out;
    auto d = read_dispute(file, out);
    DisputeResult r;
    if (d) r = judge_dispute(*library, *d, args.explain);
    r.errors.insert(r.errors.begin(), out.list().begin(), out.list().end());
    bool well = d && r.passed();
    (well ? passed : failed)++;
    broken |= !r.errors.empty();
    if (options.json) {
      if (d)
        all.push_back(json_of(*d, r));
      else
        for (const Diagnostic& e : r.errors)
          all.push_back({{"file", file}, {"passed", false}, {"errors", {to_json_value(e)}}});
      continue;
    }
    for (const Diagnostic& e : r.errors) std::fprintf(stderr, "%s\n", to_text(e).c_str());
    if (!d) continue;
    if (args.explain) explain_head(*d);
    for (const CaseResult& c : r.cases)
      if (r.errors.empty() || c.passed || !c.failures.empty()) print_case(*d, c, args.explain);
  }
  if (options.json)
    std::printf("%s\n", json_text({{"passed", passed}, {"failed", failed}, {"disputes", all}}, 2).c_str());
  else
    std::printf("%d passed, %d failed\n", passed, failed);
  return broken ? 2 : failed ? 1 : 0;
}

}  // namespace gofuda::tools
