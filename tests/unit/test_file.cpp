// Writing files: whole or not at all, and nowhere else.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "scripting/file.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/project_folder.hpp"

using namespace gofuda;
namespace fs = std::filesystem;

TEST_CASE("file: a stranger's link beside a file leads nothing out of it") {
  const test::ProjectFolder folder;
  const std::string path = folder.path + "/one.yaml", part = path + ".part" + std::to_string(getpid());
  fs::create_symlink(folder.path + "/out/secret.lua", part);
  fs::create_symlink(folder.path + "/nowhere", part + "-1");
  CHECK(write_file(path, "text").empty());
  CHECK(folder.read("one.yaml") == "text");
  CHECK_FALSE(fs::is_symlink(path));
  CHECK(folder.read("out/secret.lua") == "secret");
  CHECK_FALSE(fs::exists(folder.path + "/nowhere"));
  CHECK(fs::is_symlink(part));
}

TEST_CASE("file: what is written takes the place of what was there, and of what a link leads to") {
  const test::ProjectFolder folder;
  folder.write("one.yaml", "before, which is longer");
  fs::create_symlink("one.yaml", folder.path + "/link.yaml");
  CHECK(write_file(folder.path + "/link.yaml", "after").empty());
  CHECK(folder.read("one.yaml") == "after");
  CHECK(fs::is_symlink(folder.path + "/link.yaml"));
  CHECK_FALSE(write_file(folder.path + "/no/such/folder.yaml", "text").empty());
  CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 4);  // nothing is left beside them
}

TEST_CASE("file: what is private stays private, and what may only be read stays as it is") {
  const test::ProjectFolder folder;
  const std::string path = folder.path + "/one.yaml";
  folder.write("one.yaml", "before");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  CHECK(write_file(path, "after").empty());
  CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  if (geteuid() == 0) return;  // who may write everything
  fs::permissions(path, fs::perms::owner_read);
  CHECK(write_file(path, "again") == "cannot write " + path + ": Permission denied");
  CHECK(folder.read("one.yaml") == "after");
}

TEST_CASE("file: who holds a file keeps the new one locked, and writes over no other") {
  const test::ProjectFolder folder;
  const std::string path = folder.path + "/one.yaml";
  folder.write("one.yaml", "before");
  const auto open = [&] { return ::open(path.c_str(), O_RDWR | O_CLOEXEC); };
  const auto is_free = [&] {
    const int fd = open();
    const bool locked = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
    ::close(fd);
    return locked;
  };
  int held = open();
  REQUIRE(::flock(held, LOCK_EX | LOCK_NB) == 0);
  CHECK(write_file(path, "after", &held).empty());
  CHECK(folder.read("one.yaml") == "after");
  CHECK_FALSE(is_free());
  CHECK(write_file(path, "again", &held).empty());
  CHECK_FALSE(is_free());

  fs::remove(path);
  folder.write("one.yaml", "another's");
  CHECK(write_file(path, "over it", &held) ==
        "cannot write " + path + ": it was taken away, or another file put in its place, meanwhile");
  CHECK(folder.read("one.yaml") == "another's");
  ::close(held);
  CHECK(is_free());
  CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 3);  // nothing is left beside them
}
