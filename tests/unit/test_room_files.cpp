// The files of a project over the protocol: nothing outside of it, nothing lost, and the game that goes on.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/unit/catch.hpp"
#include "tests/unit/project_folder.hpp"
#include "tests/unit/room_bench.hpp"

using namespace gofuda;
using namespace gofuda::tools;
using nlohmann::json;
using test::kBlack;
using test::kOwner;
using test::kWhite;
using test::ProjectFolder;
using test::RoomBench;
namespace fs = std::filesystem;

TEST_CASE("room files: games that a script breaks off give no rate, but the fault with its line") {
  ProjectFolder folder;
  folder.write("p/cards/hop.lua", ProjectFolder::card("Hop", "me:place(({})[1])"));
  RoomBench bench(folder.project());
  bench.join(kOwner);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "mine"}});
  bench.ask(kOwner, {{"do", "simulate"}, {"games", 5}});
  bench.work();
  const json figures = bench.last(kOwner, "figures");
  CHECK(figures["failed"] == 5);
  CHECK(figures["unfinished"] == 5);
  CHECK_FALSE(figures.contains("rate"));
  CHECK(figures["fault"].get<std::string>().find("cards/hop.lua:1") != std::string::npos);
}

TEST_CASE("room files: a dispute that begins from a record beside it is loaded, and a text can name none") {
  const std::string dispute = "dispute: d\nvariant: go\nset: { board.size: 9x9 }\nfrom: { sgf: g.sgf }\nplay: []\n";
  ProjectFolder folder;
  folder.write("p/disputes/g.sgf", "(;SZ[9];B[ee];W[cc])");
  folder.write("p/disputes/from.yaml", dispute);
  RoomBench bench(folder.project());
  bench.join(kOwner);
  CHECK_FALSE(bench.ask(kOwner, {{"do", "load"}, {"file", "disputes/from.yaml"}}).contains("misfit"));
  CHECK(bench.state(kOwner).dump().find("\"E5\"") != std::string::npos);
  CHECK(bench.error(kOwner, {{"do", "load"}, {"text", dispute}}) == "rules");
}

TEST_CASE("room files: those of the project are listed, read and written with their etag") {
  ProjectFolder folder;
  RoomBench bench(folder.project());
  bench.join(kOwner);
  const json files = bench.ask(kOwner, {{"do", "files"}})["files"];
  REQUIRE(files.size() == 4);
  CHECK(files[0]["path"] == "cards/decks/mine.yaml");
  CHECK(files[0]["kind"] == "deck");
  CHECK(files[1]["kind"] == "card");
  CHECK(files[2]["kind"] == "dispute");
  CHECK(files[3]["kind"] == "variant");
  const json hop = bench.ask(kOwner, {{"do", "read"}, {"path", "cards/hop.lua"}});
  CHECK(hop["text"] == ProjectFolder::card("Hop"));
  CHECK(hop["etag"] == files[1]["etag"]);
  const json request{
      {"do", "write"}, {"path", "cards/hop.lua"}, {"text", ProjectFolder::card("Hopp")}, {"etag", hop["etag"]}};
  const json written = bench.ask(kOwner, request);
  CHECK(folder.read("p/cards/hop.lua") == ProjectFolder::card("Hopp"));
  const json again = bench.reply(kOwner, request);
  CHECK(again["error"]["code"] == "conflict");
  CHECK(again["error"]["etag"] == written["etag"]);
  CHECK(bench.error(kOwner, {{"do", "write"}, {"path", "cards/hop.lua"}, {"text", ""}, {"etag", nullptr}}) ==
        "conflict");
  CHECK(bench.error(kOwner, {{"do", "write"}, {"path", "cards/new.lua"}, {"text", ""}, {"etag", "x"}}) == "conflict");
  CHECK(bench.error(kOwner, {{"do", "write"}, {"path", "cards/new.lua"}, {"text", ""}}) == "bad-request");
  bench.ask(kOwner, {{"do", "write"}, {"path", "cards/more/new.lua"}, {"text", "x"}, {"etag", nullptr}});
  CHECK(folder.read("p/cards/more/new.lua") == "x");
  CHECK(bench.error(kOwner, {{"do", "read"}, {"path", "cards/none.lua"}}) == "not-found");
  folder.write("p/cards/latin.lua", "\xe4");
  CHECK(bench.error(kOwner, {{"do", "read"}, {"path", "cards/latin.lua"}}) == "not-allowed");
  CHECK(bench.error(kOwner, {{"do", "write"},
                             {"path", "cards/big.lua"},
                             {"text", std::string((1u << 20) + 1, 'x')},
                             {"etag", nullptr}}) == "not-allowed");
  for (const auto& entry : fs::recursive_directory_iterator(folder.project()))
    CHECK(entry.path().filename().string()[0] != '.');  // nothing half written is left
}

TEST_CASE("room files: a game is written over no rules") {
  ProjectFolder folder;
  RoomBench bench(folder.project());
  bench.ask(kOwner, {{"do", "new"}, {"variant", "go"}});
  for (const char* path : {"cards/hop.lua", "cards/decks/leap.yaml", "variants/leap.yaml", "README.md", "leap.lua"})
    CHECK(bench.error(kOwner, {{"do", "save"}, {"file", path}}) == "not-allowed");
  bench.ask(kOwner, {{"do", "save"}, {"file", "disputes/leap.yaml"}});
}

TEST_CASE("room files: a game is written over no other than the one that was meant") {
  ProjectFolder folder;
  RoomBench bench(folder.project());
  bench.ask(kOwner, {{"do", "new"}, {"variant", "go"}});
  for (const char* what : {"save", "dispute"}) {
    const std::string file = std::string("disputes/") + what + ".yaml";
    const auto asked = [&](const json& etag) { return json{{"do", what}, {"file", file}, {"etag", etag}}; };
    const json etag = bench.ask(kOwner, asked(nullptr))["etag"];
    CHECK(bench.error(kOwner, asked(nullptr)) == "conflict");
    bench.ask(kOwner, asked(etag));
    folder.write("p/" + file, "another's");
    CHECK(bench.error(kOwner, asked(etag)) == "conflict");
    CHECK(folder.read("p/" + file) == "another's");
    for (const char* theirs : {"another's", "dispute: x\nvariant: go\nruling: mine\nplay: []\n"}) {
      folder.write("p/" + file, theirs);
      CHECK(bench.error(kOwner, {{"do", what}, {"file", file}}) == "conflict");
      CHECK(folder.read("p/" + file) == theirs);
    }
    const std::string saved = "dispute: x\nvariant: go\nplay: []\n";
    folder.write("p/" + file, saved);
    bench.ask(kOwner, {{"do", what}, {"file", file}});
    CHECK(folder.read("p/" + file) != saved);
  }
}

TEST_CASE("room files: nothing outside the project is read or written, whatever the path is") {
  ProjectFolder folder;
  fs::create_directory_symlink(folder.path + "/out", folder.project() + "/cards/link");
  fs::create_symlink(folder.path + "/out/secret.lua", folder.project() + "/cards/file.lua");
  REQUIRE(mkfifo((folder.project() + "/cards/fifo.lua").c_str(), 0600) == 0);
  fs::create_directory(folder.project() + "/cards/folder.lua");
  folder.write("p/.git/config.yaml", "x");
  folder.write("p/notes.txt", "x");
  RoomBench bench(folder.project());
  for (const char* path : {"../out/secret.lua",
                           "cards/../../out/secret.lua",
                           "/etc/passwd.lua",
                           "cards//hop.lua",
                           "./cards/hop.lua",
                           "cards/link/secret.lua",
                           "cards/file.lua",
                           "cards/fifo.lua",
                           "cards/folder.lua",
                           ".git/config.yaml",
                           "notes.txt",
                           "",
                           "/",
                           "cards/",
                           "cards\\hop.lua",
                           "cards/%2e%2e/x.txt",
                           "cards/\n.lua",
                           "a/b/c/d/e/f/g/h/i/j/k/l/m/n.lua",
                           "..",
                           "cards/.lua",
                           "cards/hop.lua/x.lua"}) {
    INFO(path);
    CHECK_FALSE(bench.error(kOwner, {{"do", "read"}, {"path", path}}).empty());
    for (const json& etag : {json(nullptr), json("0")})
      CHECK_FALSE(bench.error(kOwner, {{"do", "write"}, {"path", path}, {"text", "mine"}, {"etag", etag}}).empty());
    CHECK_FALSE(bench.error(kOwner, {{"do", "load"}, {"file", path}}).empty());
  }
  const std::string zero("cards/hop.lua\0.lua", 18);
  CHECK(bench.error(kOwner, {{"do", "read"}, {"path", zero}}) == "bad-request");
  CHECK(folder.read("out/secret.lua") == "secret");
  CHECK(std::distance(fs::directory_iterator(folder.path + "/out"), fs::directory_iterator()) == 1);
  const json files = bench.ask(kOwner, {{"do", "files"}})["files"];
  for (const json& f : files) {
    CHECK(f["path"].get<std::string>().find("link") == std::string::npos);
    CHECK(f["path"] != "cards/file.lua");
    CHECK(f["path"] != "cards/fifo.lua");
  }
  // Swapped while it is written: the link is replaced, what it leads to is not touched.
  const json hop = bench.ask(kOwner, {{"do", "read"}, {"path", "cards/hop.lua"}});
  fs::remove(folder.project() + "/cards/hop.lua");
  fs::create_symlink(folder.path + "/out/secret.lua", folder.project() + "/cards/hop.lua");
  CHECK(bench.error(kOwner, {{"do", "write"}, {"path", "cards/hop.lua"}, {"text", "x"}, {"etag", hop["etag"]}}) ==
        "not-allowed");
  CHECK(folder.read("out/secret.lua") == "secret");
  RoomBench none;
  CHECK(none.error(kOwner, {{"do", "read"}, {"path", "cards/hop.lua"}}) == "not-found");
  CHECK(none.error(kOwner, {{"do", "judge"}}) == "not-found");
}

TEST_CASE("room files: the game goes on under rules that were edited, or both ways are offered") {
  ProjectFolder folder;
  RoomBench bench(folder.project());
  bench.join(kOwner);
  bench.join(kWhite);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "mine"}, {"seed", 1}});
  bench.ask(kOwner, {{"do", "view"}, {"as", "all"}});
  bench.say(kOwner, "C3");
  bench.say(kOwner, "D4");
  bench.work();
  // A change that the answers fit.
  folder.write("p/cards/hop.lua", ProjectFolder::card("Hopp"));
  for (int n = 0; n < 3; ++n) bench.room.files_changed({"cards/hop.lua"});
  bench.saved({"cards/hop.lua"});
  CHECK(bench.last(kOwner, "files")["misfit"].is_null());
  CHECK(bench.last(kOwner, "files")["changed"] == json{"cards/hop.lua"});
  CHECK(bench.state(kOwner)["moves"].size() == 2);
  CHECK(bench.state(kOwner)["moves"][0]["text"].get<std::string>().find("Hopp") != std::string::npos);
  CHECK_FALSE(bench.events[kWhite.connection].contains("files"));
  CHECK(bench.error(kOwner, {{"do", "resolve"}, {"way", "back"}}) == "not-allowed");
  bench.work();
  CHECK(bench.last(kOwner, "judged")["held"] == 1);
  CHECK(bench.last(kOwner, "judged")["running"] == false);
  // One that breaks a file which the game does not use: it is told, and the rules stay good.
  folder.write("p/cards/other.lua", "return card {");
  bench.saved({"cards/other.lua"});
  CHECK(bench.last(kOwner, "files")["diagnostics"].size() == 1);
  CHECK(bench.state(kOwner)["live"]["good"] == true);
  bench.work();
  // One that breaks the file: the last good rules stay.
  folder.write("p/cards/hop.lua", "return card {");
  bench.saved({"cards/hop.lua"});
  CHECK(bench.last(kOwner, "files")["diagnostics"].size() > 0);
  CHECK(bench.state(kOwner)["live"]["good"] == false);
  CHECK(bench.state(kOwner)["moves"].size() == 2);
  CHECK_FALSE(bench.state(kWhite)["live"].contains("diagnostics"));
  // One that the answers do not fit.
  folder.write("p/cards/hop.lua", ProjectFolder::card("Two", "me:place(me:pick(2, board.empty))"));
  bench.saved({"cards/hop.lua"});
  CHECK(bench.last(kOwner, "files")["misfit"]["ways"] == json{"keep", "back"});
  CHECK(bench.state(kOwner)["moves"].size() == 2);
  CHECK(bench.state(kOwner)["live"]["misfit"].is_string());
  CHECK(bench.error(kOwner, {{"do", "resolve"}, {"way", "on"}}) == "bad-request");
  bench.ask(kOwner, {{"do", "resolve"}, {"way", "back"}});
  CHECK(bench.state(kOwner)["moves"].empty());
  CHECK(bench.state(kOwner)["asks"]["least"] == 2);
  CHECK(bench.state(kOwner)["live"]["misfit"].is_null());
}

TEST_CASE("room files: a text is checked as if it were the file, and completed") {
  ProjectFolder folder;
  RoomBench bench(folder.project());
  auto check = [&](const char* path, const std::string& text) {
    return bench.ask(kOwner, {{"do", "check"}, {"path", path}, {"text", text}})["diagnostics"];
  };
  CHECK(check("cards/hop.lua", ProjectFolder::card("Hop")).empty());
  CHECK(check("cards/hop.lua", "return card {")[0]["line"].is_number());
  CHECK(check("cards/other.lua", ProjectFolder::card("Other", "me:plaice()")).dump().find("place") !=
        std::string::npos);
  CHECK(check("variants/mine.yaml", "variant: mine\nextends: dango-1996\ndeck: min\n").dump().find("mine") !=
        std::string::npos);
  CHECK(check("disputes/one.yaml", "dispute: d\nvariant: mine\nexpect: {}\n").empty());
  CHECK_FALSE(check("disputes/one.yaml", "dispute: d\nvariant: mind\n").empty());
  CHECK(folder.read("p/cards/hop.lua") == ProjectFolder::card("Hop"));
  CHECK(bench.error(kOwner, {{"do", "check"}, {"path", "../x.lua"}, {"text", ""}}) == "bad-request");
  CHECK(bench.error(kOwner, {{"do", "check"}, {"path", "cards/x.lua"}}) == "bad-request");
  auto labels = [&](const char* path, const std::string& text, int line, int column) {
    std::string out;
    const json items = bench.ask(
        kOwner, {{"do", "complete"}, {"path", path}, {"text", text}, {"line", line}, {"column", column}})["items"];
    for (const json& i : items) out += i["label"].get<std::string>() + " ";
    return out;
  };
  CHECK(labels("cards/hop.lua", "x\n  me:pi", 2, 8).find("pick ") != std::string::npos);
  CHECK(labels("cards/hop.lua", "x\n  board:pi", 2, 11).find("pick") == std::string::npos);
  CHECK(labels("cards/hop.lua", "me:", 1, 4).find("__") == std::string::npos);  // what nobody writes
  CHECK(labels("variants/mine.yaml", "deck: mi", 1, 9).find("mine ") != std::string::npos);
  CHECK(bench.error(kOwner, {{"do", "complete"}, {"path", "cards/x.lua"}, {"text", ""}, {"line", 0}, {"column", 1}}) ==
        "bad-request");
}

TEST_CASE(
    "room files: an answer that is tried tells nothing of what chance brings, and prints are for the owner alone") {
  ProjectFolder folder;
  const std::string body = "print('loud') me:place(me:pick(1, board.empty))";
  folder.write("p/cards/hop.lua", ProjectFolder::card("Hop", body + " board:lot(1, board.empty)"));
  RoomBench bench(folder.project());
  constexpr Who black{3, Role::black};
  for (const Who& who : {kOwner, black, kWhite}) bench.join(who);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "mine"}, {"seed", 1}});
  const json request{{"do", "try"}, {"seq", bench.seq()}, {"text", "C3"}};
  CHECK(bench.ask(black, request)["legal"] == true);
  CHECK_FALSE(bench.ask(black, request).contains("board"));
  folder.write("p/cards/hop.lua", ProjectFolder::card("Hop", body));
  bench.saved({});
  CHECK(bench.ask(black, {{"do", "try"}, {"seq", bench.seq()}, {"text", "C3"}})["board"]["black"] == json{"C3"});
  bench.say(black, "C3");
  CHECK(bench.last(kOwner, "note")["text"] == "loud");
  CHECK_FALSE(bench.events[black.connection].contains("note"));
  // A hint is for who has asked for it, and no seat has one from a program that is let into secrets.
  CHECK(bench.error(kWhite, {{"do", "hint"}, {"player", "greedy:knows=1"}}) == "not-allowed");
  bench.ask(kWhite, {{"do", "hint"}, {"player", "random"}});
  CHECK(bench.error(kWhite, {{"do", "hint"}, {"player", "random"}}) == "busy");
  bench.room.leave(kWhite.connection);  // it is looked for no longer
  bench.join(kWhite);
  bench.ask(kWhite, {{"do", "hint"}, {"player", "random"}});
  CHECK(bench.error(black, {{"do", "hint"}}) == "not-allowed");
  bench.work();
  CHECK(bench.last(kWhite, "hint")["points"].size() == 1);
  for (const Who& who : {kOwner, black}) CHECK_FALSE(bench.events[who.connection].contains("hint"));
}

TEST_CASE("room files: a misfit may be left alone, and the game goes on under the old rules") {
  ProjectFolder folder;
  RoomBench bench(folder.project());
  bench.join(kOwner);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "mine"}, {"seed", 1}});
  bench.say(kOwner, "C3");
  folder.write("p/cards/hop.lua", ProjectFolder::card("Two", "me:place(me:pick(2, board.empty))"));
  for (int n = 0; n < 40; ++n) bench.room.files_changed({"cards/hop.lua"});  // nobody takes the work
  bench.work_last();
  bench.ask(kOwner, {{"do", "resolve"}, {"way", "keep"}});
  bench.say(kOwner, "D4");
  CHECK(bench.state(kOwner)["moves"].size() == 2);
  CHECK(bench.state(kOwner)["live"]["good"] == false);
  bench.work();
  CHECK(bench.last(kOwner, "judged")["held"] == 1);
}

TEST_CASE("room files: rules under which a script fails before the record ends do not fit it") {
  ProjectFolder folder;
  RoomBench bench(folder.project());
  bench.join(kOwner);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "mine"}, {"seed", 1}});
  bench.ask(kOwner, {{"do", "view"}, {"as", "all"}});
  bench.say(kOwner, "C3");
  bench.say(kOwner, "D4");
  folder.write("p/cards/hop.lua",
               ProjectFolder::card("Hop", "me:place(me:pick(1, board.empty)) print(opponent.last_move.card)"));
  bench.saved({"cards/hop.lua"});
  const std::string misfit = bench.last(kOwner, "files")["misfit"]["text"];
  CHECK(misfit.starts_with("turn 1: a script now fails there, and the record goes on: "));
  CHECK(misfit.find("hop.lua:1:") != std::string::npos);
  CHECK(misfit.find("error[lua]") != std::string::npos);
  CHECK(bench.state(kOwner)["moves"].size() == 2);  // as it stands under the old rules
  bench.ask(kOwner, {{"do", "resolve"}, {"way", "back"}});
  CHECK(bench.state(kOwner)["moves"].empty());
}

TEST_CASE("room files: a dispute from a record of the project is judged and checked, and from no other one") {
  ProjectFolder folder;
  const auto dispute = [](const std::string& record) {
    return "dispute: R\nvariant: go\nset: { board.size: 9x9 }\nfrom: { sgf: " + record + " }\nexpect: { black: D5 }\n";
  };
  folder.write("p/disputes/records/one.sgf", "(;FF[4]GM[1]SZ[9];B[de])");
  folder.write("out/two.sgf", "(;FF[4]GM[1]SZ[9];B[de])");
  folder.write("p/disputes/one.yaml", dispute("records/one.sgf"));
  RoomBench bench(folder.project());
  bench.join(kOwner);
  bench.ask(kOwner, {{"do", "judge"}});
  bench.work();
  CHECK(bench.last(kOwner, "judged")["held"] == 1);
  const auto diagnostics = [&](const std::string& record) {
    return bench.ask(kOwner,
                     {{"do", "check"}, {"path", "disputes/one.yaml"}, {"text", dispute(record)}})["diagnostics"];
  };
  CHECK(diagnostics("records/one.sgf").empty());
  for (const char* other : {"../../out/two.sgf", "records/none.sgf", "one.yaml", "/etc/passwd"})
    CHECK(diagnostics(other).size() == 1);
}

TEST_CASE("room files: a misfit is named by the turn that it was recorded in") {
  ProjectFolder folder;
  folder.write("p/cards/hop.lua",
               ProjectFolder::card("Hop", "me:place(me:pick(1, board.empty)) me:place(me:pick(1, board.empty))"));
  RoomBench bench(folder.project());
  bench.join(kOwner);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "mine"}, {"seed", 1}});
  for (const char* point : {"C3", "D4", "A1", "B1"}) bench.say(kOwner, point);
  folder.write("p/cards/hop.lua", ProjectFolder::card("Hop"));  // the second answer of the first turn is one too many
  bench.saved({"cards/hop.lua"});
  const std::string misfit = bench.last(kOwner, "files")["misfit"]["text"];
  CHECK(misfit.starts_with("turn 1: in the record "));
}

TEST_CASE("room files: a card is named by its place in the library, and whether it is shipped") {
  ProjectFolder folder;
  folder.write("p/cards/decks/mine.yaml", "deck: mine\ncards: { hop: 5, place-1: 1 }\n");
  RoomBench bench(folder.project());
  bench.join(kOwner);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "mine"}, {"seed", 1}});
  const auto named = [&](json request) {
    std::map<std::string, std::pair<std::string, bool>> out;
    const json cards = bench.ask(kOwner, request)["cards"];
    for (const json& card : cards) out[card["id"]] = {card["file"], card.value("shipped", false)};
    return out;
  };
  for (const json& request : {json{{"do", "gallery"}}, json{{"do", "gallery"}, {"variant", "mine"}}}) {
    auto cards = named(request);
    CHECK(cards["hop"] == std::pair<std::string, bool>{"cards/hop.lua", false});
    CHECK(cards["place-1"] == std::pair<std::string, bool>{"cards/actions/place-1.lua", true});
  }
}

TEST_CASE("room: whose card has failed is told where, and takes the answer back") {
  ProjectFolder folder;
  folder.write("p/cards/hop.lua", ProjectFolder::card("Hop", "print(opponent.last_move.card)"));
  folder.write("p/variants/mine.yaml",
               "variant: mine\nextends: go\nboard: { size: 5x5 }\nturn: one-of-hand\ndeck: mine\ndeal: { cards: 3 }\n");
  RoomBench bench(folder.project());
  for (const Who& who : {kOwner, kBlack, kWhite}) bench.join(who);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "mine"}, {"seed", 1}});
  bench.say(kBlack, "hop");
  CHECK(bench.state(kBlack)["fault"].get<std::string>().find("hop.lua:1") != std::string::npos);
  CHECK(bench.state(kWhite)["fault"].get<std::string>().starts_with("a script has failed in the turn of black"));
  CHECK(bench.error(kWhite, {{"do", "undo"}}) == "not-allowed");
  bench.ask(kBlack, {{"do", "undo"}});
  CHECK_FALSE(bench.state(kBlack).contains("fault"));
  CHECK(bench.state(kBlack)["asks"]["cards"] == json{"hop"});
}

TEST_CASE("room: a seat takes nothing back across a draw, a reveal, or what chance or the other side has said") {
  const std::string pick = "local where = me:pick(1, board.empty) ", then = "me:place(where) ";
  const std::pair<std::string, std::string> cases[] = {
      {pick + "board:lot(1, board.empty) " + then, "chance has drawn since"},
      {pick + "me:draw() " + then, "a card was turned up since"},
      {pick + "me:take() " + then, "a card was drawn since"},
      {pick + "me:look(me.deck, 1) " + then, "a card was looked at since"},
      {pick + "opponent:choose('yes', 'no') " + then, "the other side has answered since"},
      {pick + then, ""}};
  for (const auto& [body, why] : cases) {
    INFO(body);
    ProjectFolder folder;
    folder.write("p/cards/hop.lua", ProjectFolder::card("Hop", body + "me:choose('done')"));
    folder.write(
        "p/variants/mine.yaml",
        "variant: mine\nextends: go\nboard: { size: 5x5 }\nturn: one-of-hand\ndeck: mine\ndeal: { cards: 3 }\n");
    for (const bool arbiter : {false, true}) {
      RoomBench bench(folder.project());
      for (const Who& who : {kOwner, test::kArbiter, kBlack, kWhite}) bench.join(who);
      bench.ask(kOwner, {{"do", "new"}, {"variant", "mine"}, {"seed", 1}});
      bench.say(kBlack, "hop");
      bench.say(kBlack, "C3");
      if (why.starts_with("the other side")) bench.say(kWhite, "yes");
      const std::size_t of = bench.state(kOwner)["of"];
      const auto seq = bench.seq();
      const std::string text = bench.text(arbiter ? test::kArbiter : kBlack, {{"do", "undo"}});
      CHECK(text == (arbiter || why.empty() ? "" : "it cannot be taken back: " + why));
      CHECK(bench.state(kOwner)["of"] == of);  // the card is not played to its end
      CHECK((bench.state(kOwner)["seq"] == seq) == !text.empty());
      const char* last = why.starts_with("the other side") ? "choice" : "points";  // of what was answered
      if (text.empty()) CHECK(bench.state(kOwner)["asks"]["kind"] == last);
    }
  }
}
