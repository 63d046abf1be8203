// Games written as records and read back, records of Go played by the rules, and what is damaged.
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "core/notation/feed.hpp"
#include "core/notation/saved_game.hpp"
#include "core/random.hpp"
#include "core/random_player.hpp"
#include "core/sanitized.hpp"
#include "scripting/scripts.hpp"
#include "scripting/sgf_game.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/naive_board.hpp"
#include "tests/unit/shipped.hpp"
#include "tools/sgf/export.hpp"
#include "tools/sgf/import.hpp"

using namespace gofuda;
namespace fs = std::filesystem;

namespace {

const std::string kTitle = "A game: \"quoted\\ ] [ : ;\"";

Library& library() {
  static Library one = fuzz::shipped();
  return one;
}

// A game of so many turns, or to its end.
Game random_game(const Variant& variant, Scripts& scripts, std::uint64_t seed, int turns) {
  Setup setup;
  setup.key = {seed, 1};
  Game game(variant.ruleset, setup);
  RandomPlayer black(seed, 1), white(seed, 2);
  for (int turn = 0; turn < turns && !game.over(); ++turn)
    REQUIRE(game.advance(scripts, {&black, &white, nullptr}, 1) == Status::done);
  if (!game.over()) game.advance(scripts);
  return game;
}

// The board that a program shows which knows of stones and of editing, and of nothing else.
test::NaiveBoard shown_board(const SgfTree& tree, SgfSize size) {
  test::NaiveBoard board(Grid(size.columns, size.rows));
  std::string problem;
  const auto line = sgf_line(tree, tree.games()[0], {}, problem);
  for (const SgfId id : *line) {
    for (const auto& [name, colour] : {std::pair{"AB", Colour::black}, {"AW", Colour::white}, {"AE", Colour::empty}})
      for (const SgfValue& v : tree.values(id, name)) {
        PointSet set;
        CHECK(sgf_add_points(v.raw, size, set));
        set.for_each([&, c = colour](Point p) { board.set(p, c); });
      }
    for (const auto& [name, colour] : {std::pair{"B", Colour::black}, {"W", Colour::white}})
      for (const SgfValue& v : tree.values(id, name)) {
        if (sgf_is_pass(v.raw, size)) continue;
        const Point p = sgf_point(v.raw, size);
        CHECK(board.at(p) == Colour::empty);
        board.set(p, colour);
        PointSet beside;
        for (const int offset : kNeighbours) beside.insert(static_cast<Point>(p + offset));
        const PointSet starved = board.without_liberties(opposite(colour));
        (beside & starved).for_each([&](Point n) {
          if (board.at(n) != Colour::empty) board.chain(n).for_each([&](Point q) { board.set(q, Colour::empty); });
        });
        if (board.liberties(p).empty()) board.chain(p).for_each([&](Point q) { board.set(q, Colour::empty); });
      }
  }
  return board;
}

// Nodes of both kinds in one are against the format; so is anything that stands twice.
void check_form(const SgfTree& tree) {
  CHECK(tree.notes().empty());
  for (SgfId id = 0; id < tree.size(); ++id) {
    const bool moves = tree.has(id, "B") || tree.has(id, "W");
    bool edits = false;
    for (const char* name : {"AB", "AW", "AE", "PL"}) edits |= tree.has(id, name);
    CHECK_FALSE((moves && edits));
    CHECK_FALSE((tree.has(id, "B") && tree.has(id, "W")));
  }
}

std::map<std::string, int> seen;  // of all games that were written

void check_there_and_back(const Variant& variant, const Game& game, const Settings& settings) {
  const std::string saved = saved_game(variant.id, game, settings, kTitle);
  const std::string text = tools::sgf_of(variant, game, settings, kTitle);
  INFO(variant.id << "\n" << saved << "\n" << text);
  const SgfTree tree(text);
  check_form(tree);
  const SgfSize size{game.rules().grid.width(), game.rules().grid.height()};
  const test::NaiveBoard shown = shown_board(tree, size);
  for (const Colour c : {Colour::black, Colour::white}) CHECK(shown.points_of(c) == game.position().board.points_of(c));
  Diagnostics out, notes;
  const auto back = tools::play_sgf(library(), "g.sgf", text, {}, {}, out, notes);
  INFO(test::joined(out));
  REQUIRE(back);
  CHECK(notes.size() == 0);
  CHECK(tools::game_text(*back) == saved);
  CHECK(tools::sgf_of(*back->open.variant, *back->open.game, back->settings, back->title) == text);
  Diagnostics none;
  const auto position = read_sgf_position("g.sgf", text, {}, none);
  REQUIRE(position);
  CHECK(position->stones.size() == static_cast<std::size_t>(game.position().board.stones().count()));
  for (SgfId id = 1; id < tree.size(); ++id) {
    seen["stones"] += tree.has(id, "B") || tree.has(id, "W");
    seen["edits"] += tree.has(id, "AB") || tree.has(id, "AW") || tree.has(id, "AE");
    seen["answers"] += tree.has(id, kSgfAnswers);
  }
  ++seen["games"];
}

// A record played by the rules: the saved game, or what is wrong with it.
std::string imported(const std::string& text, const SgfChoice& choice = {}, std::string* notes = nullptr) {
  Diagnostics out, said;
  const auto record = tools::play_sgf(library(), "g.sgf", text, choice, {}, out, said);
  if (notes) *notes = test::joined(said);
  return record ? tools::game_text(*record) : test::joined(out);
}

SgfChoice lenient() {
  SgfChoice choice;
  choice.lenient = true;
  return choice;
}

bool has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return true;
  UNSCOPED_INFO("'" << part << "' is not in:\n" << text);
  return false;
}

std::string damaged(std::string text, Random& random) {
  constexpr std::string_view kPieces[] = {
      "(",          ")",     ";", "[", "]", "\\", ":", "B[aa]", "AB[aa:zz]", "SZ[0]", "\xff", "tt", "GFA[black: pass]",
      "CA[UTF-16]", "PL[W]", "\n"};
  for (std::uint64_t n = 1 + random.below(6); n > 0 && !text.empty(); --n) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(text.size())), length = 1 + random.below(20);
    switch (random.below(6)) {
      case 0:
        text[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, kPieces[random.below(std::size(kPieces))]);
        break;
      case 3:
        text.insert(at, text.substr(random.below(static_cast<std::uint32_t>(text.size())), 1 + random.below(200)));
        break;
      case 4:
        text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
        break;
      default:
        if (random.below(4) == 0) text.resize(at);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("sgf games: random games of every variant, there and back") {
  const int seeds = kSanitized ? 1 : 4;
  seen.clear();
  for (const std::string& name : library().names(FileKind::variant)) {
    const auto variant = test::shipped(name);
    const auto scripts = make_scripts(variant);
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(seeds); ++seed) {
      check_there_and_back(*variant, random_game(*variant, *scripts, seed, 2000), {});
      Game game = random_game(*variant, *scripts, seed + 100, static_cast<int>(seed) * 9);
      check_there_and_back(*variant, game, {});
      // In the middle of turns, too: what is taken back is half of one.
      for (int back = 0; back < 4 && game.undo(*scripts); ++back) check_there_and_back(*variant, game, {});
    }
  }
  INFO(seen["games"] << " games, " << seen["stones"] << " stones, " << seen["edits"] << " edits, " << seen["answers"]);
  CHECK(seen["games"] > 75 * seeds);
  CHECK(seen["stones"] > 1250 * seeds);
  CHECK(seen["edits"] > (kSanitized ? 500 : 3000));
  CHECK(seen["answers"] > 750 * seeds);
}

TEST_CASE("sgf games: boards of other forms and other rules, there and back") {
  const auto check = [](const char* name, const Settings& settings) {
    const auto variant = test::shipped(name, settings);
    const auto scripts = make_scripts(variant);
    for (std::uint64_t seed = 1; seed <= (kSanitized ? 1 : 3); ++seed)
      check_there_and_back(*variant, random_game(*variant, *scripts, seed, 400), settings);
  };
  check("go", {{"board.size", "9x4"}, {"rules.suicide", "allowed"}, {"rules.ko", "situational"}});
  check("go", {{"board.size", "25x25"}, {"rules.scoring", "territory"}});
  check("go", {{"board.size", "1x1"}});
  check("go", {{"board.size", "5x5"}, {"rules.captures", "none"}, {"rules.ko", "none"}});
  check("dgo", {{"handicap", "4"}, {"board.size", "13x13"}});
  for (const char* preset : {"aga", "japanese", "stone-scoring", "aga-button"})
    check("go", {{"board.size", "5x5"}, {"rules.preset", preset}});
  check("go", {{"board.size", "3x3"}, {"rules.ko", "none"}, {"rules.repetition", "no-result"}, {"rules.komi", "3.75"}});
  check("dango-1996", {{"board.size", "7x11"}, {"rules.suicide", "allowed"}, {"rules.placement", "one-by-one"}});
  check("card-go", {{"board.size", "6x9"}, {"rules.ko", "positional"}});
}

TEST_CASE("sgf games: a record of Go is played by its rules") {
  const std::string game = imported("(;SZ[9]KM[6.5]RU[Japanese]PB[Kuro]PW[Shiro]RE[B+R];B[ee];W[cc];B[];W[tt])");
  CHECK(has(game, "dispute: \"Kuro - Shiro, B+R\"\nvariant: go\n"));
  CHECK(has(game, "board.size: \"9x9\""));
  CHECK(has(game, "rules.scoring: \"territory\""));
  CHECK(has(game, "rules.komi: \"6.5\""));
  CHECK(has(game, "play:\n  - black: E5\n  - white: C7\n  - black: pass\n  - white: pass\n"));
  CHECK(has(imported("(;SZ[9:5];B[ae];W[ia])"), "black: A1\n  - white: J5"));
  CHECK(has(imported("(;;B[aa])"), "board.size: \"19x19\""));
  CHECK(has(imported("(;SZ[9]AB[gc][cg]HA[2];W[ee];B[cc])"),
            "to_move: white\nboard:\n  black: C3 G7\nplay:\n  - white: E5"));
  CHECK(has(imported("(;SZ[9]AB[aa:bb]AW[ii]AE[bb]PL[W])"),
            "to_move: white\nboard:\n  black: B8 A9 B9\n  white: J1\n") == false);
  CHECK(
      has(imported("(;SZ[9]AB[aa:bb]AW[ii]AE[bb]PL[W])"), "to_move: white\nboard:\n  black: A8 A9 B9\n  white: J1\n"));
  CHECK(has(imported("(;SZ[9]RU[AGA])"), "rules.ko: \"situational\""));
  CHECK(has(imported("(;SZ[9]RU[NZ])"), "rules.suicide: \"allowed\""));
  CHECK(has(imported("(;SZ[9]RU[Chinese]KM[3.75])"), "rules.komi: \"7.5\""));
  CHECK(has(imported("(;SZ[9]RU[Chinese]KM[375])"), "rules.komi: \"7.5\""));
  CHECK(has(imported("(;SZ[9]KM[6,5])"), "rules.komi: \"6.5\""));
  CHECK(has(imported("(;SZ[9]KM[3.75])"), "rules.komi: \"3.75\""));
  CHECK(has(imported("(;SZ[9]RU[Chinese]HA[2]AB[aa][bb])"), "rules.handicap_bonus: \"n\""));
  CHECK(has(imported("(;SZ[9]RU[AGA]HA[2]AB[aa][bb])"), "rules.handicap_bonus: \"n-1\""));
  CHECK(has(imported("(;SZ[9]RU[BGA])"), "rules.ko: \"situational\""));
  CHECK(has(imported("(;SZ[9]RU[Chinese-OGS])"), "rules.ko: \"positional\""));
  CHECK(has(imported("(;SZ[9]RU[Ing Goe])"), "rules.suicide: \"allowed\""));
  CHECK(has(imported("(;SZ[9]RU[Ing-Goe])"), "rules.suicide: \"allowed\""));
  CHECK_FALSE(has(imported("(;SZ[9]RU[stone_scoring])"), "rules.suicide"));
  CHECK(has(imported("(;SZ[9]KM[-10])"), "rules.komi: \"-10\""));
  CHECK(has(imported("(;SZ[9]KM[0.00])"), "rules.komi: \"0\""));
}

TEST_CASE("sgf games: a game without a result is void, and a komi as fine as it is") {
  const Settings settings{
      {"board.size", "3x3"}, {"rules.ko", "none"}, {"rules.repetition", "no-result"}, {"rules.komi", "3.75"}};
  const auto variant = test::shipped("go", settings);
  const auto scripts = make_scripts(variant);
  int ended = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Game game = random_game(*variant, *scripts, seed, 400);
    if (game.turn_start().ending != Ending::no_result) continue;
    ++ended;
    const std::string text = tools::sgf_of(*variant, game, settings, kTitle);
    CHECK(has(text, "RE[Void]"));
    CHECK(has(text, "KM[3.75]"));
    CHECK_FALSE(has(text, "TB["));
  }
  CHECK(ended > 3);
}

TEST_CASE("sgf games: what both sides called dead is told by the territory") {
  const std::string end = "(;SZ[5]AB[ca:ce]AW[da:de]AW[ab]PL[B];B[];W[]TB[aa:be]TW[ea:ee])";
  const std::string game = imported(end);
  CHECK(has(game, "  - black: (A4)\n  - white: (A4)\n"));
  CHECK(has(imported("(;SZ[5]AB[ca:ce]AW[da:de]PL[B];B[];W[]TB[aa:be]TW[ea:ee])"),
            "  - black: (none)\n  - white: (none)\n"));
}

TEST_CASE("sgf games: what a record says and cannot be kept is told") {
  const auto note = [](const std::string& text) {
    std::string notes;
    imported(text, {}, &notes);
    return notes;
  };
  CHECK(has(note("(;SZ[9]KM[x])"), "g.sgf:1:10: warning[sgf]: 'x' is no komi"));
  CHECK(has(note("(;SZ[9]KM[0.0003])"), "a komi of '0.0003' cannot be given"));
  CHECK(has(note("(;SZ[9]RU[My own])"), "the rules 'my own' are not known"));
  CHECK(has(note("(;SZ[9]RU[GOE])"), "Ing's rules of ko"));
  CHECK(has(note("(;SZ[9]HA[3]AB[aa][bb])"), "the handicap is '3', and the game begins with 2"));
  CHECK(has(note("(;SZ[9]AB[zz])"), "g.sgf:1:10: warning[sgf]: 'zz' is no point of a board of 9x9; it is left out"));
  CHECK(
      has(note("(;SZ[9];B[aa];AB[bb])"), "g.sgf:1:17: warning[sgf]: the position is edited, so the game begins here"));
}

TEST_CASE("sgf games: moves that the rules refuse") {
  CHECK(has(imported("(;SZ[9];B[ee]\n;W[ee])"), "g.sgf:2:3: error[refused]: white's E5 is refused: occupied at E5"));
  CHECK(has(imported("(;SZ[9]AW[ba][ab];B[aa])"), "g.sgf:1:20: error[refused]: black's A9 is refused: suicide"));
  const std::string ko = "(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb];B[aa])";
  CHECK(has(imported(ko), "white's B8 is refused: ko at B8"));
  CHECK(has(imported("(;SZ[9];B[aa];B[bb])"), "g.sgf:1:16: error[sgf]: black moves out of turn"));
  CHECK(has(imported("(;SZ[9];B[jj])"), "g.sgf:1:10: error[sgf]: 'jj' is no point of a board of 9x9"));
  CHECK(has(imported("(;SZ[0])"), "g.sgf:1:5: error[sgf]: '0' is no board size here"));
  CHECK(has(imported("(;SZ[52])"), "from 1 to 25"));
  CHECK(has(imported("(;GM[2])"), "error[sgf]: this is a record of another kind of game, GM[2]"));
  CHECK(has(imported("x"), "error[sgf]: there is no game in it"));
}

TEST_CASE("sgf games: play that goes on after two passes") {
  std::string notes;
  const std::string on = imported("(;SZ[9];B[ee];W[];B[];W[cc];B[gg];W[];B[]TB[aa:bb])", {}, &notes);
  CHECK(has(on,
            "  - black: pass\n  - white: (none)\n  - black: (E5)\n  - white: C7\n  - black: G3\n  - white: pass\n"
            "  - black: pass\n  - white: (none)\n  - black: (none)\n"));
  CHECK(notes.empty());
  const std::string end = imported("(;SZ[9]RU[AGA];B[ee];W[];B[];W[];B[])", {}, &notes);
  CHECK(has(end, "  - black: E5\n  - white: pass\n  - black: pass\n"));
  CHECK_FALSE(has(end, "white: pass\n  - black: pass\n  - white"));
  CHECK(has(notes, "g.sgf:1:31: warning[sgf]: what is passed after two passes is left out"));
  CHECK(has(imported("(;SZ[9]RU[AGA];B[ee];W[];B[];W[]TB[aa:bb])"),
            "  - black: pass\n  - white: (none)\n  - black: (none)\n"));
  CHECK(has(imported("(;SZ[9];B[];W[];B[ee])"), "play:\n  - black: E5\n"));
  const std::string turn = imported("(;SZ[9];B[ee];W[];W[cc];B[gg])", lenient());
  CHECK(has(turn, "  - black: pass\n  - white: (none)\n  - black: (E5)\n  - white: C7\n  - black: G3\n"));
}

TEST_CASE("sgf games: leniently, a move that is refused puts its stone") {
  std::string notes;
  const std::string put = imported("(;SZ[9];B[ee];W[ee];B[aa])", lenient(), &notes);
  CHECK(has(put, "board:\n  white: E5\nplay:\n  - black: A9\n"));
  CHECK(has(notes, "g.sgf:1:16: warning[sgf]: this move only puts a stone, so the game begins here, with the 2 moves"));
  CHECK(has(imported("(;SZ[9];B[aa];B[bb];W[cc])", lenient(), &notes),
            "  - black: A9\n  - white: pass\n  - black: B8\n  - white: C7"));
  CHECK(has(notes, "g.sgf:1:16: warning[sgf]: black moves out of turn, so white has passed"));
  CHECK(has(imported("(;SZ[9];B[jj];B[bb])", lenient()), "play:\n  - black: B8"));
  std::string many = "(;SZ[9]";
  for (int i = 0; i < 300; ++i) many += i % 2 ? ";W[aa]" : ";B[aa]";
  CHECK(has(imported(many + ")", lenient()), "variant: go"));
}

TEST_CASE("sgf games: so many moves") {
  const std::string text = "(;SZ[9];B[aa];W[bb];C[talk];B[cc])";
  const auto first = [&](int n) {
    SgfChoice choice;
    choice.move = n;
    return imported(text, choice);
  };
  CHECK(has(first(0), "play:\n") != has(first(0), "A9"));
  CHECK(has(first(2), "  - black: A9\n  - white: B8\n"));
  CHECK_FALSE(first(2).find("C7") != std::string::npos);
  CHECK(has(first(3), "black: C7"));
  CHECK(has(first(4), "there are only 3 moves on this way, not 4"));
}

TEST_CASE("sgf games: moves that another program has added to a game of ours are played") {
  const auto variant = test::shipped("go");
  const auto scripts = make_scripts(variant);
  const Game game = random_game(*variant, *scripts, 5, 10);
  std::string text = tools::sgf_of(*variant, game, {}, kTitle);
  CHECK(text.find("GFA") == std::string::npos);
  const std::string before = imported(text);
  text.replace(text.rfind(')'), 1, ";B[aa])");
  CHECK(has(imported(text), before.substr(0, before.size() - 1)));
  CHECK(has(imported(text), "  - black: A19\n"));
  text.replace(text.rfind(')'), 1, ";AW[ss])");
  CHECK(has(imported(text), "error[sgf]: the position is edited"));
}

TEST_CASE("sgf games: turns that are lost before anybody is asked are no edited board") {
  const std::string head = "dispute: Lost\nvariant: v-card-go\ndecks: {}\n";  // there is no card to draw
  Diagnostics out, notes;
  const auto record = tools::play_sgf(library(), "g.sgf", "(;GM[1]GFH[" + head + "])", {}, {}, out, notes);
  INFO(test::joined(out));
  REQUIRE(record);
  const Game& game = *record->open.game;
  REQUIRE(game.turn_marks().size() > 1);
  REQUIRE(game.log().size() == 0);
  check_there_and_back(*record->open.variant, game, record->settings);
  const std::string text = tools::sgf_of(*record->open.variant, game, {}, kTitle);
  CHECK(has(text, "PL[W]"));
  SgfChoice choice;
  choice.move = 1;
  CHECK(has(imported(text, choice), "there are only 0 turns on this way, not 1"));
}

TEST_CASE("sgf games: answers that are wrong are told with their place") {
  const auto variant = test::shipped("dango-1996");
  const auto scripts = make_scripts(variant);
  const std::string text = tools::sgf_of(*variant, random_game(*variant, *scripts, 3, 6), {}, kTitle);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    const std::size_t at = changed.find(from);
    REQUIRE(at != std::string::npos);
    return imported(changed.replace(at, from.size(), to));
  };
  CHECK(has(with("GFA[black: ", "GFA[nobody: "), "error[sgf]: answers are 'black: ...'"));
  CHECK(has(with("GFA[black: ", "GFA[black: (("), "error[notation]: a bracket"));
  CHECK(has(with("GFA[black: ", "GFA[black: no-such-card "), "error[changed]: "));
  CHECK(has(with("variant: dango-1996", "variant: no-such"), "error["));
  CHECK(has(with("GFH[dispute", "GFH[(;dispute"), "error["));
  CHECK(has(with("SZ[13]", "SZ[9]"), "error[sgf]: the board is 9x9 here, and 13x13 by the rules; make them alike"));
}

TEST_CASE("sgf games: a thousand damaged files") {
  std::vector<std::string> sound{
      "(;FF[4]GM[1]CA[UTF-8]SZ[9:7]KM[6.5]HA[2]AB[cc][dd:ee]PL[W]C[a\\]b];W[aa];B[bb](;W[tt];B[])(;W[cd]LB[aa:1]))"
      "(;SZ[5]CA[Shift_JIS]C[\x83\x5c];B[aa];W[ab];B[ba];W[bb]TB[aa]TW[bb])"};
  for (const char* name : {"go", "dgo", "dango-1996", "card-go", "gomoku-skills"}) {
    const auto variant = test::shipped(name, std::string(name) == "go" ? Settings{{"board.size", "5x5"}} : Settings{});
    const auto scripts = make_scripts(variant);
    const Settings settings = std::string(name) == "go" ? Settings{{"board.size", "5x5"}} : Settings{};
    sound.push_back(tools::sgf_of(*variant, random_game(*variant, *scripts, 7, 12), settings, kTitle));
  }
  Random random(20260101);
  constexpr int kFiles = kSanitized ? 240 : 1200;
  int refused = 0;
  for (int i = 0; i < kFiles; ++i) {
    const std::string text = damaged(sound[static_cast<std::size_t>(i) % sound.size()], random);
    SgfChoice choice;
    choice.lenient = i % 3 == 0;
    Diagnostics out, notes;
    const auto record = tools::play_sgf(library(), "damaged.sgf", text, choice, {}, out, notes);
    if (!record) {
      ++refused;
      CHECK(out.has_errors());
    } else {
      CHECK(out.size() == 0);
      tools::sgf_of(*record->open.variant, *record->open.game, record->settings, record->title);
    }
    read_sgf_position("damaged.sgf", text, choice, out);
    fuzz::require_shown(out);
    fuzz::require_shown(notes);
  }
  CHECK(refused > kFiles / 12);
  CHECK(refused < kFiles - kFiles / 12);
}

namespace {

struct SgfFolder {
  fs::path path = fs::temp_directory_path() / ("gofuda-sgf-" + std::to_string(::getpid()));
  SgfFolder() { fs::create_directories(path / "inside"); }
  ~SgfFolder() { fs::remove_all(path); }
  SgfFolder(const SgfFolder&) = delete;
  SgfFolder& operator=(const SgfFolder&) = delete;
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path / name, std::ios::binary) << text;
    return (path / name).string();
  }
};

std::string judged_file(const std::string& path) {
  Diagnostics out;
  const auto dispute = read_dispute(path, out);
  if (!dispute) return test::joined(out);
  const DisputeResult r = judge_dispute(library(), *dispute);
  if (r.passed()) return "holds";
  std::string said;
  for (const Diagnostic& d : r.errors) said += to_text(d) + "\n";
  for (const CaseResult& c : r.cases)
    for (const Diagnostic& d : c.failures) said += to_text(d) + "\n";
  return said;
}

}  // namespace

TEST_CASE("sgf games: a dispute about a position of a record") {
  const SgfFolder folder;
  folder.write("inside/g.sgf", "(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb](;W[ii];B[aa])(;W[ee]))");
  folder.write("above.sgf", "(;SZ[9])");
  fs::create_symlink(folder.path / "above.sgf", folder.path / "inside/link.sgf");
  const auto dispute = [&](const std::string& from, const std::string& rest) {
    return judged_file(folder.write(
        "inside/d.yaml", "dispute: May White retake?\nruling: No.\nvariant: go\nset: { board.size: 9x9 }\nfrom: " +
                             from + "\n" + rest + "\n"));
  };
  const std::string retake = "play: [ { white: B8 } ]\nexpect: { illegal: ko, at: B8 }";
  CHECK(dispute("{ sgf: g.sgf, move: 1 }", retake) == "holds");
  CHECK(dispute("{ sgf: g.sgf, move: 2 }", "expect: { to_move: black, white: C9 D8 C7 J1, empty: B8 }") == "holds");
  CHECK(dispute("{ sgf: g.sgf, variation: 2 }", "expect: { to_move: black, white: E5 }") == "holds");
  CHECK(dispute("{ sgf: g.sgf }", "expect: { to_move: white, black: A9 }") == "holds");
  CHECK(dispute("{ sgf: g.sgf, move: 1 }", "to_move: black\nexpect: { to_move: black }") == "holds");
  CHECK(has(dispute("{ sgf: g.sgf, move: 9 }", retake), "g.sgf:1:2: error[sgf]: there are only 3 moves"));
  CHECK(has(dispute("{ sgf: g.sgf, game: 2 }", retake), "there is no game 2"));
  CHECK(has(dispute("{ sgf: g.sgf, variation: x }", retake), "error[value]: 'variation' is the way"));
  CHECK(has(dispute("{ sgf: g.sgf, mvoe: 2 }", retake), "did you mean 'move'?"));
  CHECK(has(dispute("{ move: 2 }", retake), "sgf"));
  CHECK(has(dispute("{ sgf: none.sgf }", retake), "error[no-file]: 'none.sgf': "));
  CHECK(has(dispute("{ sgf: ../above.sgf }", retake), "this leads out of the folder"));
  CHECK(has(dispute("{ sgf: link.sgf }", retake), "this leads out of the folder"));
  CHECK(has(dispute("{ sgf: /etc/passwd }", retake), "name a file that ends in .sgf"));
  CHECK(has(dispute("{ sgf: " + (folder.path / "above.sgf").string() + " }", retake), "name a file that ends in .sgf"));
  CHECK(has(dispute("{ sgf: d.yaml }", retake), "name a file that ends in .sgf"));
  CHECK(has(dispute("{ sgf: g.sgf }\nboard: { black: A1 }", retake), "error[conflict]"));
  folder.write("inside/small.sgf", "(;SZ[5])");
  CHECK(has(dispute("{ sgf: small.sgf }", retake), "error[board-size]: the record's board is 5x5"));
  folder.write("inside/dead.sgf", "(;SZ[9]AB[aa]AW[ab][ba])");
  CHECK(has(dispute("{ sgf: dead.sgf }", retake), "error[no-liberty]"));
  Diagnostics out;
  CHECK_FALSE(parse_dispute("d", "dispute: x\nvariant: go\nfrom: { sgf: g.sgf }\n", out));
  CHECK(has(test::joined(out), "no file can be named here"));
}

TEST_CASE("sgf games: a record is judged as a saved game is") {
  const SgfFolder folder;
  const auto variant = test::shipped("dango-1996");
  const auto scripts = make_scripts(variant);
  const std::string text = tools::sgf_of(*variant, random_game(*variant, *scripts, 3, 6), {}, kTitle);
  CHECK(judged_file(folder.write("g.sgf", text)) == "holds");
  CHECK(has(judged_file(folder.write("bad.sgf", "(;SZ[9];B[aa]\n;W[aa])")), "bad.sgf:2:3: error["));
}
