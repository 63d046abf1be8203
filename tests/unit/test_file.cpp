// Writing files: whole or not at all, and nowhere else.
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
