// Broken files and what is said about each: every folder in tests/bad/ is a case, its expected.txt the exact
// diagnostics.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "scripting/dispute.hpp"
#include "scripting/library.hpp"
#include "tests/unit/catch.hpp"

using namespace gofuda;
namespace fs = std::filesystem;

namespace {

const fs::path kBad = fs::path(GOFUDA_SOURCE_RULES_DIR) / "tests/bad";

std::string read_all(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

void check_dispute(Library& library, const Dispute& dispute, Diagnostics& out) {
  const std::size_t before = out.size();
  for (const DisputeCase& c : dispute.cases) open_dispute(library, dispute, c.settings, out);
  if (out.size() != before) return;
  const DisputeResult result = judge_dispute(library, dispute);
  for (const Diagnostic& d : result.errors) out.add(d);
  for (const CaseResult& c : result.cases)
    for (const Diagnostic& d : c.failures) out.add(d);
}

// As `gofuda check` does it: a dispute is known by its keys, everything else is the library's.
void check_file(Library& library, const std::string& path, Diagnostics& out) {
  Diagnostics peek;
  auto text = fs::path(path).extension() == ".yaml" ? read_text_file(path, peek) : std::nullopt;
  auto yaml = text ? parse_yaml(Library::display(path), *text, peek) : std::nullopt;
  if (!yaml || (!yaml->root.find("dispute") && !yaml->root.find("play"))) return void(library.check_file(path, out));
  if (auto dispute = parse_dispute(Library::display(path), *text, out)) check_dispute(library, *dispute, out);
}

// What is said about the folder's files, paths relative to it.
std::vector<std::string> said(const fs::path& folder) {
  Diagnostics out;
  Library library({folder.string(), GOFUDA_SOURCE_RULES_DIR}, out);
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".yaml" || entry.path().extension() == ".lua")
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  for (const std::string& f : files) check_file(library, f, out);
  out.sort();
  std::vector<std::string> lines;
  const std::string prefix = Library::display(folder.string()) + "/";
  for (const Diagnostic& d : out.list()) {
    std::string line = to_text(d);
    for (std::size_t at = line.find(prefix); at != std::string::npos; at = line.find(prefix))
      line.erase(at, prefix.size());
    lines.push_back(line);
  }
  return lines;
}

std::string difference(const std::vector<std::string>& expected, const std::vector<std::string>& actual) {
  std::string text;
  for (const std::string& line : expected)
    if (std::find(actual.begin(), actual.end(), line) == actual.end()) text += "- " + line + "\n";
  for (const std::string& line : actual)
    if (std::find(expected.begin(), expected.end(), line) == expected.end()) text += "+ " + line + "\n";
  return text;
}

struct Scratch {  // a folder of its own, removed at the end
  fs::path path;
  Scratch() {
    std::string name = (fs::temp_directory_path() / "gofuda-bad-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name, std::ios::binary) << text;
  }
  std::string check(const std::string& name) const {
    Diagnostics out;
    Library library({path.string(), GOFUDA_SOURCE_RULES_DIR}, out);
    library.check_file((path / name).string(), out);
    std::string text;
    for (const Diagnostic& d : out.list())
      if (d.severity == Severity::error) text += d.code + " ";
    return text;
  }
};

struct InFolder {
  fs::path before = fs::current_path();
  explicit InFolder(const fs::path& folder) { fs::current_path(folder); }
  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;
  ~InFolder() { fs::current_path(before); }
};

}  // namespace

TEST_CASE("bad files: every mistake is named exactly") {
  const InFolder here(GOFUDA_SOURCE_RULES_DIR);  // diagnostics show paths from where one is
  const bool update = std::getenv("GOFUDA_UPDATE_BAD") != nullptr;
  int cases = 0;
  for (const auto& entry : fs::directory_iterator(kBad)) {
    if (!entry.is_directory()) continue;
    ++cases;
    const fs::path expected = entry.path() / "expected.txt";
    const std::vector<std::string> actual = said(entry.path());
    if (update) {
      std::ofstream out(expected, std::ios::binary);
      for (const std::string& line : actual) out << line << "\n";
    }
    REQUIRE(fs::exists(expected));
    const std::vector<std::string> wanted = lines_of(read_all(expected));
    INFO(entry.path().filename().string() << "\n" << difference(wanted, actual));
    CHECK(actual == wanted);
    if (entry.path().filename().string().ends_with("-accepted"))
      CHECK(actual.empty());
    else
      CHECK_FALSE(actual.empty());
  }
  CHECK(cases >= 70);
}

TEST_CASE("bad files: every line names a file, a code and says something") {
  for (const auto& entry : fs::directory_iterator(kBad)) {
    if (!entry.is_directory()) continue;
    for (const std::string& line : lines_of(read_all(entry.path() / "expected.txt"))) {
      INFO(entry.path().filename().string() << ": " << line);
      const std::size_t code = line.find(": error[");
      REQUIRE(code != std::string::npos);
      CHECK(line.size() < 500);
      CHECK(line.find("  ") == std::string::npos);
      const std::size_t end = line.find("]: ", code);
      REQUIRE(end != std::string::npos);
      CHECK(line.size() > end + 10);
      CHECK((line.back() != '.' || line.ends_with("...") || line.find("[failed]") != std::string::npos));
      CHECK(line.find(GOFUDA_SOURCE_RULES_DIR) == std::string::npos);
    }
  }
}

TEST_CASE("bad files: a saved game may be long, and is read again") {
  std::string text = "dispute: long\nvariant: go\nplay:\n";
  for (int i = 0; i < 4; ++i) text += "  - black: " + std::string(300'000, ' ') + "pass\n  - white: pass\n";
  Diagnostics out;
  REQUIRE(text.size() > kMostTextBytes);
  CHECK(parse_dispute("long.yaml", text, out));
  CHECK_FALSE(parse_dispute("longer.yaml", text + std::string(kMostDisputeBytes, ' '), out));
  REQUIRE(out.size() == 1);
  CHECK(out.list()[0].code == "too-large");
}

TEST_CASE("bad files: things that are no ordinary files") {
  Scratch s;
  const std::string big = "variant: big\nextends: go\ntext: >\n" + std::string(50u << 20, 'x');
  s.write("variants/big.yaml", big);
  CHECK(s.check("variants/big.yaml") == "too-large ");
  s.write("cards/big.lua", "-- " + big);
  CHECK(s.check("cards/big.lua") == "too-large ");
  fs::create_directories(s.path / "variants/folder.yaml");
  CHECK(s.check("variants/folder.yaml") == "not-a-file ");
  REQUIRE(::mkfifo((s.path / "variants/pipe.yaml").c_str(), 0600) == 0);
  CHECK(s.check("variants/pipe.yaml") == "not-a-file ");
  fs::create_symlink("/dev/zero", s.path / "variants/zero.yaml");
  CHECK(s.check("variants/zero.yaml") == "not-a-file ");
  fs::create_symlink(s.path / "variants/loop.yaml", s.path / "variants/loop.yaml");
  CHECK(s.check("variants/loop.yaml") == "unreadable ");
  const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  (s.path / "s.yaml").string().copy(address.sun_path, sizeof address.sun_path - 1);
  REQUIRE(::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  CHECK(s.check("s.yaml") == "not-a-file ");
  ::close(fd);
  CHECK(s.check("variants/nothing.yaml") == "no-file ");
}

TEST_CASE("bad files: no game has more cards than are counted") {
  Scratch s;
  const auto hand = [](int cards) {
    std::string list;
    for (int i = 0; i < cards; ++i) list += (i == 0 ? "[keima" : ", keima");
    return list + "]";
  };
  const auto dispute = [&](int black, int white) {
    s.write("d.yaml", "dispute: many\nvariant: dango-1996\nhands:\n  black: " + hand(black) +
                          "\n  white: " + hand(white) + "\nplay: []\nexpect: { next: { black: stone } }\n");
    Diagnostics out;
    read_dispute((s.path / "d.yaml").string(), out);
    return out.size() == 0 ? std::string() : out.list().front().code;
  };
  CHECK(dispute(2048, 2048).empty());
  CHECK(dispute(2048, 2049) == "too-many");
  CHECK(dispute(1, 40000) == "too-many");
}

TEST_CASE("bad files: links that leave the folder are not the library's") {
  Scratch outside, s;
  outside.write("card.lua", "return card { name = 'n', text = 't', shape = 'X' }");
  outside.write("cards/deep.lua", "return card { name = 'n', text = 't', shape = 'X' }");
  s.write("cards/own.lua", "return card { name = 'n', text = 't', shape = 'X' }");
  fs::create_symlink(outside.path / "card.lua", s.path / "cards/linked.lua");
  fs::create_directory_symlink(outside.path / "cards", s.path / "cards/folder");
  fs::create_directory_symlink(s.path, s.path / "cards/circle");
  Diagnostics out;
  Library library({s.path.string()}, out);
  CHECK(library.names(FileKind::card) == std::vector<std::string>{"own"});
  CHECK_FALSE(library.script(FileKind::card, "linked", {"x", 1, 1}, out));
  CHECK_FALSE(library.script(FileKind::card, "../own", {"x", 1, 1}, out));
}

TEST_CASE("bad files: folders that are none") {
  Diagnostics out;
  Library none({"/no/such/folder"}, out);
  Library file({(kBad / "README.md").string()}, out);
  REQUIRE(out.size() == 2);
  CHECK(out.list()[0].code == "no-folder");
  CHECK(out.list()[1].code == "no-folder");
  Scratch empty;
  Diagnostics quiet;
  Library library({empty.path.string()}, quiet);
  CHECK(library.check_all(quiet)[FileKind::variant] == 0);
  CHECK(quiet.size() == 0);
}

TEST_CASE("bad files: nothing is made of a broken file, however often it is asked for") {
  Diagnostics out, again, unrelated;
  Library library({(kBad / "variant-of-a-bad-card").string(), GOFUDA_SOURCE_RULES_DIR}, out);
  CHECK_FALSE(library.variant("my-game", {}, {}, out));
  CHECK(out.has_errors());
  CHECK_FALSE(library.variant("my-game", {}, {}, again));
  CHECK(again.has_errors());
  unrelated.error("other.yaml", 1, 1, "other", "something else");
  CHECK_FALSE(library.variant("my-game", {}, {}, unrelated));
}

TEST_CASE("bad files: the shipped rules are none") {
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR}, out);
  const auto counts = library.check_all(out);
  for (const Diagnostic& d : out.list()) UNSCOPED_INFO(to_text(d));
  CHECK(out.size() == 0);
  for (const auto& [kind, n] : counts) CHECK(n > 0);
}
