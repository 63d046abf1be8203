// Files of games that look endless: no more of them is read than a sound one of their size has.
#include <filesystem>
#include <string>

#include "core/halt.hpp"
#include "core/on_exit.hpp"
#include "core/sanitized.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/project_folder.hpp"
#include "tools/lab/store/merge.hpp"
#include "tools/lab/store/ranges.hpp"
#include "tools/lab/store/sqlite.hpp"

using namespace gofuda;
using lab::Database;
using lab::Range;
using lab::Ranges;
using lab::StoreError;

namespace {

constexpr const char* kEndless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c";

std::string refusal(Database& db, const char* sql) {
  try {
    db.number(sql);
  } catch (const StoreError& e) { return e.what(); }
  return "";
}

Ranges every_other(std::uint64_t first, std::uint64_t n) {
  Ranges out;
  for (std::uint64_t i = 0; i < n; ++i) out.add({first + 2 * i, first + 2 * i + 1});
  return out;
}

}  // namespace

TEST_CASE("stores: what takes longer than a file of its size can is damaged") {
  Database db(":memory:", true);
  db.bound(1000);
  CHECK(refusal(db, kEndless) == "it is damaged: it takes longer to read than a file of its size can");
  db.bound(1000);
  CHECK(refusal(db, "SELECT 7") == "");
  const OnExit again([] { halt_wanted = false; });
  halt_wanted = true;
  CHECK(refusal(db, kEndless) == "it was not read to its end");
}

TEST_CASE("stores: more text than the file has bytes is not read") {
  Database db(":memory:", true);
  db.run("CREATE TABLE t (a TEXT); INSERT INTO t SELECT printf('%.*c', 1000000, 'x')");
  db.bound(0);
  std::string why;
  try {
    for (int i = 0; i < 10; ++i) {
      auto& s = db.statement("SELECT a FROM t");
      s.status();
      const std::string text = s.text(0);
      CHECK(text.size() == 1'000'000);
      s.reset();
    }
  } catch (const StoreError& e) { why = e.what(); }
  CHECK(why == "it is damaged: 'a' of its table 't' is longer than the file");
}

TEST_CASE("stores: values that would fill the memory are refused, and what a schema says does not run") {
  Database db(":memory:", true);
  CHECK(refusal(db, "SELECT length(zeroblob(2000000000))") != "");
  db.run("CREATE TABLE t (a); CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM t; END; INSERT INTO t VALUES (1)");
  CHECK(db.number("SELECT count(*) FROM t") == 1);
  db.run("CREATE VIEW v AS SELECT 1");
  CHECK(refusal(db, "SELECT * FROM v") != "");
}

TEST_CASE("stores: a part that gets games while parts are put together is told of") {
  const test::ProjectFolder folder;
  const std::string part = folder.path + "/part";
  lab::Provenance p;
  p.program = "p", p.variant = p.title = "v", p.black = p.white = "random", p.keep = "all", p.games = 10,
  p.most_turns = 10;
  { const lab::Store made(part, lab::head_of(p, "")); }
  lab::Union all(1);
  all.add(part, lab::read_store(part));
  all.write(folder.path + "/before", true);
  CHECK(lab::read_store(folder.path + "/before").games() == 0);
  Database(part, true).run("INSERT INTO ranges VALUES (0, 0, 2)");
  std::string why;
  try {
    all.write(folder.path + "/after", true);
  } catch (const StoreError& e) { why = e.what(); }
  CHECK(why == part + " has got games since it was read; merge it when nobody writes it");
  CHECK_FALSE(std::filesystem::exists(folder.path + "/after"));
}

TEST_CASE("stores: sets of games with a hundred thousand gaps") {
  constexpr std::uint64_t kGaps = kSanitized ? 20'000 : 100'000;
  const Ranges even = every_other(0, kGaps), odd = every_other(1, kGaps), all(Range{0, 2 * kGaps});
  CHECK(all.without(even) == odd);
  CHECK(all.without(odd) == even);
  CHECK(even.without(all).empty());
  CHECK(even.without(odd) == even);
  CHECK(all.common(even) == even);
  CHECK(even.common(odd).empty());
  Ranges both = even;
  for (const Range& r : odd.list()) both.add(r);
  CHECK(both == all);
  CHECK(Ranges(Range{0, 9}).without(Ranges(Range{3, 5})).text() == "games 0 to 2 and 5 to 8");
  Ranges two(Range{0, 3});
  two.add({6, 9});
  CHECK(two.without(Ranges(Range{2, 7})).text() == "games 0 to 1 and 7 to 8");
  CHECK(two.common(Ranges(Range{2, 7})).text() == "games 2 and 6");
}
