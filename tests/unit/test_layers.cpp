// The rooms: core knows no Lua, YAML or file, nothing below knows what is above it, and no game is named in core or
// scripting.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/unit/catch.hpp"

namespace fs = std::filesystem;

namespace {

struct LayerSource {
  std::string path, text;
};

std::vector<LayerSource> sources(const std::string& room) {
  std::vector<LayerSource> out;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GOFUDA_SOURCE_RULES_DIR) / room)) {
    std::string ending = entry.path().extension().string();
    if (ending != ".cpp" && ending != ".hpp") continue;
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    out.push_back({entry.path().string(), text.str()});
  }
  REQUIRE(out.size() > 10);
  return out;
}

std::vector<std::string> includes(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("#include", 0) == 0) out.push_back(line.substr(8));
  return out;
}

}  // namespace

TEST_CASE("includes go from tools to scripting to core and never back") {
  for (const LayerSource& s : sources("core"))
    for (const std::string& i : includes(s.text)) {
      INFO(s.path << i);
      for (const char* above : {"scripting/", "tools/", "lua", "yaml", "nlohmann", "fstream", "filesystem", "chrono"})
        CHECK(i.find(above) == std::string::npos);
    }
  for (const LayerSource& s : sources("scripting"))
    for (const std::string& i : includes(s.text)) {
      INFO(s.path << i);
      CHECK(i.find("tools/") == std::string::npos);
    }
}

TEST_CASE("no game is named in core or scripting") {
  for (const char* room : {"core", "scripting"})
    for (const LayerSource& s : sources(room)) {
      std::string text = s.text;
      std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
      INFO(s.path);
      for (const char* name : {"dango", "qango", "dgo", "card-go", "cardgo", "gomoku", "joker", "keima", "ponnuki",
                               "nobi", "free-card", "free card", "free-block", "free block"})
        CHECK(text.find(name) == std::string::npos);
    }
}
