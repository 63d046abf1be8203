// Every row of the catalogue of rulings, and every ambiguity, is decided by a dispute.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "scripting/dispute.hpp"
#include "tests/unit/catch.hpp"

using namespace gofuda;
namespace fs = std::filesystem;

namespace {

struct Series {
  const char* prefix;
  int last;
};
constexpr Series kSeries[] = {{"DANGO96", 72}, {"DANGO19", 45}, {"AMB", 42},    {"GO", 31},
                              {"QANGO", 44},   {"DGO", 25},     {"CARDGO", 34}, {"JOKER", 12},
                              {"VCARD", 12},   {"SKILL", 13},   {"BOARD", 11},  {"RULES", 21}};

std::set<std::string> catalogue() {
  std::set<std::string> ids;
  for (const Series& s : kSeries)
    for (int n = 1; n <= s.last; ++n) ids.insert(std::string(s.prefix) + (n < 10 ? "-0" : "-") + std::to_string(n));
  return ids;
}

std::string read_all(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("every ruling of the catalogue is named by a dispute") {
  std::map<std::string, int> named;
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GOFUDA_SOURCE_RULES_DIR) / "tests/disputes")) {
    if (entry.path().extension() != ".yaml") continue;
    Diagnostics out;
    auto dispute = read_dispute(entry.path().string(), out);
    INFO(entry.path().string());
    REQUIRE(dispute);
    ++files;
    CHECK_FALSE(dispute->rulings.empty());
    CHECK_FALSE(dispute->ruling.empty());
    for (const std::string& id : dispute->rulings) ++named[id];
  }
  CHECK(files > 200);
  std::set<std::string> known = catalogue();
  for (const std::string& id : known) {
    INFO(id << " has no dispute");
    CHECK(named[id] > 0);
  }
  for (const auto& [id, count] : named) {
    INFO(id << " is not in the catalogue");
    CHECK((known.contains(id) || count == 0));
  }
}

TEST_CASE("every ambiguity has a default in the variant's file") {
  std::string text = read_all(fs::path(GOFUDA_SOURCE_RULES_DIR) / "variants/dango-1996.yaml");
  for (int n = 1; n <= 42; ++n) {
    std::string id = std::string("AMB-") + (n < 10 ? "0" : "") + std::to_string(n);
    INFO(id);
    CHECK(text.find(id) != std::string::npos);
  }
}
