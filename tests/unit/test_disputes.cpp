// The disputes of tests/disputes, judged in this program: so the sanitizers watch without the commands being built.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "scripting/file.hpp"
#include "scripting/library.hpp"
#include "tests/unit/catch.hpp"
#include "tools/isolate/disputes.hpp"

using namespace gofuda;
namespace fs = std::filesystem;

TEST_CASE("disputes: each reading of those in GOFUDA_DISPUTES holds", "[.disputes]") {
  const char* folder = std::getenv("GOFUDA_DISPUTES");
  REQUIRE(folder);
  Diagnostics problems;
  Library library({GOFUDA_SOURCE_RULES_DIR}, problems);
  KeptScripts kept;
  int judged = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (entry.path().extension() != ".yaml") continue;
    INFO(path);
    const auto text = read_dispute_text(path, problems);
    REQUIRE(text);
    const isolate::Judged d = isolate::judge_text(library, kept, path, *text, false, files_beside(path));
    for (const Diagnostic& e : d.result.errors) UNSCOPED_INFO(to_text(e));
    for (const CaseResult& c : d.result.cases)
      for (const Diagnostic& f : c.failures) UNSCOPED_INFO(c.name << ": " << to_text(f));
    CHECK(d.passed());
    ++judged;
  }
  CHECK(judged > 0);
}
