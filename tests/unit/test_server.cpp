// What of the table's server needs no connection: links, the gate, saved files, threads beside. The rest is tested by
// tests/server/check.py.
#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include "tests/unit/catch.hpp"
#include "tools/server/assets.hpp"
#include "tools/server/folder_watch.hpp"
#include "tools/server/gate.hpp"
#include "tools/server/tokens.hpp"
#include "tools/server/workers.hpp"

using namespace gofuda;
using namespace gofuda::server;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

class ServerFolder {
 public:
  ServerFolder() {
    std::string name = (fs::temp_directory_path() / "gofuda-server-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~ServerFolder() { fs::remove_all(path_); }
  ServerFolder(const ServerFolder&) = delete;
  ServerFolder& operator=(const ServerFolder&) = delete;
  std::string at(const std::string& name) const { return path_ + "/" + name; }
  void write(const std::string& name) const { std::ofstream(at(name)) << "text"; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

using Files = std::vector<std::string>;

}  // namespace

TEST_CASE("each role has a link of its own, and no other word opens it") {
  const Tokens tokens, others;
  for (Role r : kRoles) {
    CHECK(tokens.of(r).size() == 32);
    CHECK(tokens.role_of(tokens.of(r)) == r);
    CHECK_FALSE(tokens.role_of(others.of(r)));
    CHECK_FALSE(tokens.role_of(tokens.of(r).substr(1)));
    CHECK_FALSE(tokens.role_of(tokens.of(r) + "0"));
    for (Role other : kRoles) CHECK((tokens.of(r) == tokens.of(other)) == (r == other));
  }
  CHECK_FALSE(tokens.role_of(""));
}

TEST_CASE("the gate knows its own hosts and origins") {
  CHECK(own_host("LOCALHOST:8080", 8080));
  CHECK(own_host("localhost", 80));
  CHECK_FALSE(own_host("localhost", 8080));
  CHECK_FALSE(own_host("127.0.0.1:80800", 8080));
  CHECK(own_origin("http://127.0.0.1:8080", 8080));
  CHECK_FALSE(own_origin("http://", 80));
  CHECK_FALSE(own_origin("", 80));
  const Head fine{"GET", "/", {"localhost:8080"}, {}, {}};
  CHECK(refused(fine, 8080) == 0);
  CHECK(refused_body(fine, false) == 0);
  CHECK(refused_body(fine, true) == 415);
  Head json{"POST", "/", {"localhost:8080"}, {}, {"Application/JSON; charset=utf-8"}};
  CHECK(refused_body(json, true) == 405);
  json.types.push_back("text/plain");
  CHECK(refused_body(json, true) == 415);
}

TEST_CASE("a page is built in, each file with its sum") {
  const Assets assets("");
  const auto page = assets.find("/");
  REQUIRE(page);
  CHECK(page->bytes.find("<title>Gofuda</title>") != std::string::npos);
  CHECK(page->etag.size() == 34);
  CHECK_FALSE(assets.find("/index.htm"));
  CHECK_FALSE(assets.find(""));
}

TEST_CASE("what is saved in folders of rules is seen, and nothing else") {
  const ServerFolder folder;
  fs::create_directories(folder.at("cards/deep"));
  fs::create_directories(folder.at("other"));
  FolderWatch watch({folder.path()});
  CHECK(watch.look().empty());
  folder.write("cards/deep/a.lua");
  CHECK(watch.look() == Files{folder.at("cards/deep/a.lua")});
  for (const char* name : {"cards/a.lua~", "cards/.a.lua.swp", "other/a.lua", "a.txt"}) folder.write(name);
  CHECK(watch.look().empty());
  fs::rename(folder.at("other"), folder.at("variants"));
  CHECK(watch.look() == Files{folder.at("variants/a.lua")});
  folder.write("variants/b.yaml");
  fs::remove(folder.at("variants/a.lua"));
  CHECK(watch.look() == Files{folder.at("variants/a.lua"), folder.at("variants/b.yaml")});
  fs::remove_all(folder.at("cards/deep"));
  CHECK(watch.look() == Files{folder.at("cards/deep"), folder.at("cards/deep/a.lua")});
  fs::create_directory(folder.at("cards/deep"));
  watch.look();
  folder.write("cards/deep/c.lua");
  CHECK(watch.look() == Files{folder.at("cards/deep/c.lua")});
}

TEST_CASE("of a project every folder is watched but hidden ones, for disputes may stand anywhere") {
  const ServerFolder folder;
  for (const char* name : {"cards", "rulings/deep", ".kept/deep"}) fs::create_directories(folder.at(name));
  FolderWatch watch({folder.path()}, folder.path() + "/.");
  CHECK(watch.look().empty());
  for (const char* name : {"rulings/deep/a.yaml", ".kept/deep/a.yaml", "cards/a.lua", "b.yaml"}) folder.write(name);
  CHECK(watch.look() == Files{folder.at("b.yaml"), folder.at("cards/a.lua"), folder.at("rulings/deep/a.yaml")});
  fs::create_directories(folder.at("more"));
  fs::create_directories(folder.at(".git"));
  CHECK(watch.look().empty());
  for (const char* name : {"more/c.yaml", ".git/c.yaml"}) folder.write(name);
  CHECK(watch.look() == Files{folder.at("more/c.yaml")});
}

TEST_CASE("work beside is done by so many threads, and the end does not wait for who does not listen") {
  std::atomic<int> done = 0;
  std::promise<void> let_go;
  const std::shared_future<void> wait(let_go.get_future());
  Workers workers(2);
  std::promise<void> both;
  std::atomic<int> begun = 0;
  for (int n = 0; n < 2; ++n)
    workers.begin([&, wait] {
      if (++begun == 2) both.set_value();
      wait.wait();
      ++done;
    });
  REQUIRE(both.get_future().wait_for(10s) == std::future_status::ready);  // at the same time
  workers.begin([&] { ++done; });
  CHECK_FALSE(workers.end(10ms));
  let_go.set_value();
  CHECK(workers.end(10s));
  CHECK(done == 2);  // what waited was not begun
}
