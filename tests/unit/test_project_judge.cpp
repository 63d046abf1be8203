// The disputes of a project at a save: those that hang on what was saved are judged again, and no others.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/sanitized.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/project_folder.hpp"
#include "tests/unit/room_bench.hpp"

using namespace gofuda;
using namespace gofuda::tools;
using nlohmann::json;
using test::kOwner;
using test::ProjectFolder;
using test::RoomBench;
namespace fs = std::filesystem;

namespace {

// As many disputes of each sort as a power of two: how many were judged tells which.
constexpr int kMine = 1, kOther = 2, kGo = 4, kRecord = 8;

struct DisputesTable {
  ProjectFolder folder;
  RoomBench bench{folder.project()};
  lab::Hands hands;

  explicit DisputesTable(int threads) : hands(threads) {
    bench.lent = &hands, bench.threads = threads;
    folder.write("p/cards/jump.lua", ProjectFolder::card("Jump"));
    folder.write("p/cards/decks/other.yaml", "deck: other\ncards: { jump: 4, keima: 2 }\n");
    folder.write("p/variants/other.yaml", "variant: other\nextends: mine\ndeck: other\n");
    folder.write("p/disputes/records/one.sgf", "(;FF[4]GM[1]SZ[9];B[de])");
    for (int n = 0; n < kOther; ++n)
      dispute("other-" + std::to_string(n), "variant: other\nboard: { black: A1 }\nexpect: { black: A1 }\n");
    for (int n = 0; n < kGo; ++n)
      dispute("go-" + std::to_string(n),
              "variant: go\nset: { rules.preset: japanese }\nboard: { black: A1 }\nexpect: { black: A1 }\n");
    for (int n = 0; n < kRecord; ++n)
      dispute("record-" + std::to_string(n),
              "variant: go\nset: { board.size: 9x9 }\nfrom: { sgf: records/one.sgf }\nexpect: { black: D5 }\n");
    bench.join(kOwner);
  }
  void dispute(const std::string& name, const std::string& text) const {
    folder.write("p/disputes/" + name + ".yaml", "dispute: " + name + "\n" + text);
  }
  void remove(const std::string& name) const { fs::remove(fs::path(folder.path) / name); }
  json judged() {
    bench.work();
    const json last = bench.last(kOwner, "judged");
    REQUIRE(last["running"] == false);
    REQUIRE(last["done"] == last["of"]);
    return last;
  }
  // After a save. All of them judged anew must say the same.
  int again(int failing = 0) {
    bench.saved({"something"});
    const json some = judged();
    bench.ask(kOwner, {{"do", "judge"}});
    const json all = judged();
    CHECK(all["anew"] == all["of"]);
    CHECK(some["held"] == all["held"]);
    CHECK(some["failed"] == all["failed"]);
    CHECK(all["failed"].size() == static_cast<std::size_t>(failing));
    return some["anew"];
  }
};

}  // namespace

TEST_CASE("project judge: a file that was saved has those disputes judged again that hang on it") {
  DisputesTable t(kSanitized ? 3 : GENERATE(1, 3));
  CHECK(t.again() == kMine + kOther + kGo + kRecord);
  CHECK(t.again() == 0);
  const auto& f = t.folder;
  f.write("p/cards/hop.lua", ProjectFolder::card("Hopp"));
  CHECK(t.again() == kMine);
  f.write("p/cards/jump.lua", ProjectFolder::card("Jumpp"));
  CHECK(t.again() == kOther);
  f.write("p/cards/decks/mine.yaml", "deck: mine\ncards: { hop: 7 }\n");
  CHECK(t.again() == kMine);
  f.write("p/variants/other.yaml", "variant: other\nextends: mine\ndeck: other\nrules: { komi: 1 }\n");
  CHECK(t.again() == kOther);
  f.write("p/variants/mine.yaml", "variant: mine\nextends: dango-1996\nboard: { size: 6x6 }\ndeck: mine\n");
  CHECK(t.again() == kMine + kOther);
  f.write("p/disputes/records/one.sgf", "(;FF[4]GM[1]SZ[9];B[de];W[ff])");
  CHECK(t.again() == kRecord);
  t.remove("p/disputes/records/one.sgf");
  CHECK(t.again(kRecord) == kRecord);
  f.write("p/disputes/records/one.sgf", "(;FF[4]GM[1]SZ[9];B[de])");
  CHECK(t.again() == kRecord);
  t.dispute("go-1", "variant: go\nboard: { black: A1 }\nexpect: { white: A1 }\n");
  CHECK(t.again(1) == 1);
  CHECK(t.again(1) == 0);  // what it says of the failure is known
  t.remove("p/disputes/go-1.yaml");
  CHECK(t.again() == 0);
}

TEST_CASE("project judge: a file that comes before another one, or goes, has those judged again that named it") {
  DisputesTable t(kSanitized ? 3 : GENERATE(1, 3));
  t.again();
  const auto comes_and_goes = [&](const std::string& name, const std::string& text, int hang) {
    INFO(name);
    t.folder.write("p/" + name, text);
    CHECK(t.again() == hang);
    t.remove("p/" + name);
    CHECK(t.again() == hang);
  };
  comes_and_goes("cards/keima.lua", ProjectFolder::card("Keima"), kOther);
  comes_and_goes("variants/presets/japanese.yaml",
                 "preset: japanese\nsource: mine\nrules: { komi: 0.5, scoring: territory }\n", kGo);
  comes_and_goes("variants/dango-1996.yaml",
                 "variant: dango-1996\nextends: go\nboard: { size: 13x13 }\nturn: draw-and-play\ndeck: dango-36\n",
                 kMine + kOther);
  comes_and_goes("variants/turns/stone.lua",
                 "return turn { name = 'S', text = 't', play = function(me) me:stone() end }\n", kGo + kRecord);
  comes_and_goes("cards/nobodys.lua", ProjectFolder::card("Nobody's"), 0);
}

TEST_CASE("project judge: what has met a mistake is judged again until there is none") {
  DisputesTable t(kSanitized ? 3 : GENERATE(1, 3));
  t.again();
  t.folder.write("p/cards/jump.lua", "return card {");
  CHECK(t.again(kOther) == kOther);
  CHECK(t.again(kOther) == kOther);
  t.folder.write("p/cards/jump.lua", ProjectFolder::card("Jump"));
  CHECK(t.again() == kOther);
  CHECK(t.again() == 0);
  t.dispute("new", "variant: nobodys\nexpect: { over: false }\n");
  CHECK(t.again(1) == 1);
  t.folder.write("p/variants/nobodys.yaml", "variant: nobodys\nextends: mine\n");
  CHECK(t.again() == 1);
  CHECK(t.again() == 0);
}

TEST_CASE("library: a game that is asked for again is the one that was built, and a mistake is told each time") {
  Diagnostics out;
  Library library({Library::installed_folder()}, out);
  const auto game = [&](const Settings& settings, const std::vector<std::string>& cards) {
    return library.variant("dango-1996", settings, cards, {}, out);
  };
  const auto plain = game({}, {});
  CHECK(game({}, {}) == plain);
  CHECK(game({}, {"keima", "dango"}) == plain);  // which its deck has
  CHECK(game({{"rules.komi", "1.5"}}, {}) != plain);
  const auto more = game({}, {"cut"});
  CHECK(more != plain);
  CHECK(more->ruleset->find_card("cut") != kNoCard);
  CHECK(game({}, {"keima", "cut", "cut"}) == more);
  CHECK(game({}, {"cut", "snapback"}) != more);
  CHECK(game({}, {"snapback", "cut"})->ruleset->find_card("snapback") == plain->deck_cards);
  CHECK(game({}, {}) == plain);
  for (int n = 0; n < 40; ++n) game({{"rules.komi", std::to_string(n)}}, {});
  CHECK(game({}, {})->ruleset->cards.size() == plain->ruleset->cards.size());
  CHECK(out.size() == 0);
  for (int n = 0; n < 2; ++n) {
    Diagnostics wrong;
    CHECK_FALSE(library.variant("dango-1996", {{"rules.kom", "1"}}, {}, wrong));
    CHECK(wrong.size() == 1);
  }
}
