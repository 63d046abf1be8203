// Each word of scripts, by the table of them and by that of a card's fields: it has a recipe in the guide, a dispute in
// which it is said, and an end when it is said without end.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "scripting/dispute.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"
#include "tests/unit/word_calls.hpp"

using namespace gofuda;
using test::Bench;
namespace fs = std::filesystem;

namespace {

const fs::path kRoot = GOFUDA_SOURCE_RULES_DIR;

std::string whole_text(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

struct SaidWords {
  std::set<const ApiWord*> words;
  std::set<std::string> fields;  // of cards

  void add(const Script& s) {
    words.insert(s.words.begin(), s.words.end());
    if (s.script_kind != ScriptKind::card) return;
    fields.insert(s.hooks.begin(), s.hooks.end());
    if (!s.in_force.empty()) fields.insert("in_force");
    if (!s.tokens.empty()) fields.insert("tokens");
    if (!s.marks.empty()) fields.insert("marks");
    if (!s.options.empty()) fields.insert("options");
    if (!s.traits.empty()) fields.insert("traits");
    if (s.shape) fields.insert("shape");
  }
};

bool is_of_sight(const std::string& name) {  // nothing happens by them
  return name == "name" || name == "text" || name == "kind" || name == "source";
}

void check_all_are_in(const SaidWords& said) {
  for (const ApiWord& w : api_words()) {
    const std::string name = w.name();
    if (name == "__eq" || name == "__tostring") continue;
    INFO(w.object << ' ' << name);
    CHECK(said.words.contains(&w));
  }
  for (const ScriptField& field : script_fields(ScriptKind::card)) {
    if (is_of_sight(std::string(field.name))) continue;
    INFO(field.name);
    CHECK(said.fields.contains(std::string(field.name)));
  }
}

// --- the guide's recipes

struct Guide {
  std::vector<std::string> files, fragments,
      fields;  // whole scripts; what stands in a play function; in a card's table
};

// A list of sets of points.
void add_lines(const std::string& code, std::vector<std::string>& out) {
  std::stringstream lines(code);
  for (std::string line; std::getline(lines, line);) out.push_back("local _ = " + line);
}

Guide guide() {
  std::string text = whole_text(kRoot / "cards/README.md");
  text.resize(text.find("\n# Reference\n"));
  Guide g;
  const std::regex block("\n```lua\n([^`]*)```");
  for (std::sregex_iterator it(text.begin(), text.end(), block), end; it != end; ++it) {
    const std::string code = (*it)[1];
    const bool is_table = std::regex_search(code, std::regex("^  [a-z_]+ = "));
    if (code.find("return card {") != std::string::npos)
      g.files.push_back(code);
    else if (is_table)
      g.fields.push_back(code);
    else if (code.starts_with("    board:"))
      add_lines(code, g.fragments);
    else if (code.find("return win {") == std::string::npos)
      g.fragments.push_back(code);
  }
  const std::size_t from = text.find("## Which word for which sentence"), to = text.find("\n## ", from);
  const std::size_t rows = text.find("\n|", from), below = text.find("\n\n", rows);
  REQUIRE(below < to);
  const std::string table = text.substr(rows, below - rows);
  const std::regex quoted("`([^`]+)`");
  for (std::sregex_iterator it(table.begin(), table.end(), quoted), end; it != end; ++it) {
    const std::string code = (*it)[1];
    if (std::regex_search(code, std::regex("^[a-z_]+( = |: |$)")))
      continue;  // a field of a card or of a game; those are in whole files, too
    g.fragments.push_back("local _ = " + code);
  }
  return g;
}

// The fragment as a card, with what the guide's text says of its names.
std::string card_of(const std::string& fragment) {
  return "return card {\n  name = 'Recipe', text = 't', tokens = { 'coin' }, marks = { 'holy' },\n"
         "  options = { name = { 'no', 'yes' } },\n"
         "  play = function(me, opponent, board, this)\n"
         "    print('played')\n"
         "    local move, side, card = opponent.last_move, me, this\n"
         "    local stone = me.stones:first()\n"
         "    local chain, a, b, points = board:chain(stone), stone, opponent.stones:first(), board.empty\n" +
         fragment + "\n  end,\n}";
}

}  // namespace

TEST_CASE("every word has a recipe in the guide, and each recipe can be played") {
  const Guide g = guide();
  CHECK(g.files.size() >= 15);
  REQUIRE(g.fragments.size() >= 100);
  SaidWords said;
  for (const std::string& file : g.files) {
    Diagnostics out;
    const auto script = read_script(ScriptKind::card, "recipe", "recipe.lua", file, out);
    if (script) said.add(*script);  // in the walk-throughs, one is wrong on purpose
  }
  for (const std::string& fields : g.fields) {
    Diagnostics out;
    const bool acts = fields.find("play =") != std::string::npos || fields.find("answer =") != std::string::npos;
    const std::string whole =
        "return card {\n  name = 'Recipe', text = 't',\n" + fields + (acts ? "" : "  play = function() end,\n") + "}";
    const auto script = read_script(ScriptKind::card, "recipe", "recipe.lua", whole, out);
    INFO(whole << '\n' << test::joined(out));
    REQUIRE(script);
    said.add(*script);
  }
  const std::string turn =
      "return turn { name = 'T', text = 't', play = function(me) me:take() me:take() local card = me:draw() "
      "if card then me:play(card) else me:stone() end end, move = function(me) me:stone() end }";
  for (const std::string& fragment : g.fragments) {
    const Bench bench({{"one", test::kOne}, {"recipe", card_of(fragment)}}, turn, 9);
    INFO(fragment << '\n' << test::joined(bench.out));
    REQUIRE(bench.out.size() == 0);
    said.add(*bench.variant->cards[1]);
    // Each side plays a stone, and then Black the recipe, with cards in the hands and in the decks.
    const std::vector<std::string> deck{"one", "one", "one", "one", "one", "recipe", "one", "one", "one", "one"};
    const test::Ended e = test::play(bench, deck, test::Drive::straight, 3);
    INFO(e.fault.message);
    CHECK(e.output.starts_with("played"));
    if (fragment.find("region") != std::string::npos)
      CHECK(e.fault.message == "the board has no region 'corner'");
    else
      CHECK(e.step == Status::done);
  }
  check_all_are_in(said);
}

TEST_CASE("every word is said in a dispute") {
  SaidWords said;
  const auto play_those_of = [&](const fs::path& folder, std::vector<std::string> rules) {
    Diagnostics out;
    rules.emplace_back(kRoot.string());
    Library library(rules, out);
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".yaml") continue;
      INFO(entry.path().string());
      const auto dispute = read_dispute(entry.path().string(), out);
      REQUIRE(dispute);
      const auto open = open_dispute(library, *dispute, dispute->cases[0].settings, out);
      INFO(test::joined(out));
      REQUIRE(open);
      std::set<std::string> named(dispute->turned_up.begin(), dispute->turned_up.end());
      for (const auto& effect : dispute->effects) named.insert(effect.card);
      for (const auto& reading : dispute->cases)
        if (reading.tokens)
          for (const Token& token : *reading.tokens) named.insert(token.text);
      for (const auto& script : open->variant->cards)
        if (named.contains(script->id)) said.add(*script);
      if (open->variant->turn) said.add(*open->variant->turn);
      for (const auto& script : open->variant->wins) said.add(*script);
    }
  };
  play_those_of(kRoot / "tests/disputes", {});
  for (const char* project : {"tests/words", "tests/lasting"})
    play_those_of(kRoot / project / "disputes", {(kRoot / project).string()});
  check_all_are_in(said);
}

namespace {

const std::string kLayAll =
    "return turn { name = 'Lay', text = 't', play = function(me) local card = me:draw() if card then me:play(card) end "
    "me:stone() end, move = function(me) me:stone() end }";

// A game of cards with that in their `play` and in other fields; it must end, or be stopped, and say where.
struct Hostile {
  test::Ended ended;
  bool stopped;  // as going on without end
};
Hostile try_hostile(const std::string& body, const std::string& fields = "", int turns = 4) {
  const std::string card = "return card { name = 'Card', text = 't', tokens = { 'coin' }, marks = { 'holy' }, " +
                           fields + " play = function(me, opponent, board, this) local move = me.last_move " + body +
                           " end }";
  const Bench bench({{"x", card}}, kLayAll);
  INFO(body << '\n' << fields << '\n' << test::joined(bench.out));
  REQUIRE(bench.out.size() == 0);
  Hostile h{test::play(bench, std::vector<std::string>(8, "x"), test::Drive::straight, turns), false};
  INFO(h.ended.fault.message);
  CHECK(h.ended.seconds < 30);
  CHECK((h.ended.step == Status::done || h.ended.step == Status::fault));
  if (h.ended.step == Status::fault) {
    CHECK(h.ended.fault.file == (body.find("me:move()") == std::string::npos ? "x.lua" : "turn.lua"));
    CHECK(h.ended.fault.line == 1);
  }
  h.stopped = h.ended.fault.code == "limit" || h.ended.fault.code == "recursion";
  return h;
}

}  // namespace

TEST_CASE("hostile: every word ends when it is said without end, or ten thousand times", "[minutes]") {
  int endless = 0, words = 0;
  for (const ApiWord& w : api_words()) {
    const std::string name = w.name(), call = test::said(w);
    if (name.starts_with("__")) continue;
    INFO(w.object << ' ' << name);
    REQUIRE_FALSE(call.empty());
    const std::string say = w.property ? "local _ = " + call : call;
    const std::string needed = std::string(w.object) == "Move" ? "if not me.last_move then return end " : "";
    ++words;
    endless += try_hostile(needed + "while true do " + say + " end").stopped;
    try_hostile(needed + "for _ = 1, 10000 do " + say + " end");
    try_hostile(needed + "local function f() " + say + " return f() + 1 end f()");
  }
  CHECK(endless * 10 > words * 6);  // the others are refused, or cannot be said twice
}

TEST_CASE("hostile: no word takes a number beyond all") {
  for (const ApiWord& w : api_words()) {
    std::string call = test::said(w);
    if (w.property || call.find('(') == std::string::npos) continue;
    static const std::regex number("\\b[0-9]+\\b");
    if (!std::regex_search(call, number)) continue;
    for (const char* huge : {"1e9", "2^53", "math.maxinteger", "-1e9", "1e308"}) {
      const std::string so = std::regex_replace(call, number, huge);
      INFO(so);
      const Hostile h = try_hostile("if move then print('tried') " + so + " print('done') end");
      CHECK(h.ended.output.find("tried") != std::string::npos);
      CHECK(h.ended.output.find("done") == std::string::npos);
    }
  }
}

TEST_CASE("hostile: what sets itself off comes to an end, in every moment") {
  // What brings the moment about, again and again.
  const std::map<std::string, std::string> kCauses = {
      {"when_set", "me:place(board:lot(1, board.empty))"},
      {"when_captured",
       "board:unwall(board.walls) board:settle() local p = board:points('C3') board:remove(p * board.stones) "
       "board:settle() opponent:place(p) board:settle() board:wall(board:neighbours(p) - board.stones)"},
      {"when_drawn", "me:put_back(me:take() or this)"},
      {"when_turn_begins", "me:miss_turn() opponent:miss_turn()"},
      {"when_turn_ends", "me:miss_turn() opponent:miss_turn()"},
      {"when_counted", "me:lay_aside(this, 'open') me:score(1)"},
      {"when_over", "me:lay_aside(this, 'open', { until_turn = board.turn })"},
  };
  for (const ScriptField& field : script_fields(ScriptKind::card)) {
    if (!field.name.starts_with("when_")) continue;
    INFO(field.name);
    const auto cause = kCauses.find(std::string(field.name));
    REQUIRE(cause != kCauses.end());
    const auto hook = [&](const std::string& body) {
      return std::string(field.name) + " = function(me, opponent, board, this, what) " + body + " end,";
    };
    try_hostile("me:lay_aside(this, 'open', { turns = 1 })", hook(cause->second), 400);
    try_hostile("me:lay_aside(this, 'hidden')", hook(cause->second), 400);
    try_hostile("me:lay_aside(this, 'open', { turns = 1 })", hook("while true do end"), 400);
    try_hostile("me:lay_aside(this, 'open', { turns = 1 })", hook("for _ = 1, 10000 do me:note(this, 'x') end"), 400);
  }
}
