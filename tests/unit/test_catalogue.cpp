// Every row of the catalogue of rulings, and every ambiguity, is decided by a dispute.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "scripting/api.hpp"
#include "scripting/dispute.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/shipped.hpp"

using namespace gofuda;
namespace fs = std::filesystem;

namespace {

struct Series {
  const char* prefix;
  int last;
};
constexpr Series kSeries[] = {{"DANGO96", 72}, {"DANGO19", 45}, {"AMB", 42},   {"GO", 31},    {"QANGO", 44},
                              {"DGO", 25},     {"CARDGO", 34},  {"JOKER", 12}, {"VCARD", 12}, {"SKILL", 13},
                              {"BOARD", 11},   {"RULES", 35},   {"FAIR", 27}};

std::set<std::string> catalogue() {
  std::set<std::string> ids;
  for (const Series& s : kSeries)
    for (int n = 1; n <= s.last; ++n) ids.insert(std::string(s.prefix) + (n < 10 ? "-0" : "-") + std::to_string(n));
  return ids;
}

std::string contents_of(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

constexpr const char* kCarnivalWords[] = {
    // what lasts
    ":lay_aside(", "turns =", "their_turns =", "until_turn =", "until_captured =", "when_set =", "when_captured =",
    "when_drawn =", "when_turn_begins =", "when_turn_ends =", "when_counted =", "when_over =", "in_force =", ":forbid(",
    // tokens, points, walls and marks
    ":gain(", ":pay(", ".tokens.", ":score(", "score =", ":wall(", ":unwall(", ".walls", ":mark(", ":unmark(",
    ":marked(",
    // both at once, chance, and looking at cards
    ":both(", ":random(", ":look(", ":order(", ":show(",
    // points in words, and moving stones
    ":row(", ":column(", ":diagonals(", ":ray(", ":line(", ":way(", ":distance(", ":within(", ":connected(",
    ":surrounded_by(", ":enclosed_by(", ":reflected(", ":turned(", ".edge", ":standing(", ":move(", ":slide("};

// Those that older games have asked for, of which the carnival says only some.
const std::map<std::string, std::set<std::string>> kOlderWords = {
    {"Seat",
     {"stone",    "restrict", "exchange",  "move",  "skip",      "miss_turn", "as_one_move", "name",      "opponent",
      "captured", "to_move",  "draw",      "take",  "play",      "announce",  "put_back",    "reshuffle", "reveal",
      "declare",  "can_play", "open_note", "erase", "discarded", "aside",     "shown",       "shuffles",  "moves"}},
    {"Board",
     {"settle", "may_repeat", "no_repeat", "each_by_itself", "undo", "lot", "toss", "points", "region", "chain",
      "liberties", "with_liberties", "in_chains_of", "all", "width", "height", "protocol"}},
    {"Points", {"touches", "each", "first", "shifted", "column", "row"}},
    {"Card", {"id", "name", "kind", "option"}},
    {"Move",
     {"card", "under", "seat", "turn", "recoloured", "removed", "changed", "skipped", "passed", "unplayable", "undone",
      "is_answer", "triggered", "declared", "number", "previous"}},
    {"Pile", {"each", "holds", "top"}},
    {"", {"because"}},
};

std::set<std::string> cards_in(const fs::path& path) {
  Diagnostics out;
  const auto dispute = read_dispute(path.string(), out);
  INFO(path.string());
  REQUIRE(dispute);
  std::set<std::string> names;
  for (const auto& effect : dispute->effects) names.insert(effect.card);
  for (const Token& token : *dispute->cases[0].tokens) names.insert(token.text);
  return names;
}

}  // namespace

TEST_CASE("every ruling of the catalogue is named by a dispute") {
  std::map<std::string, int> named;
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GOFUDA_SOURCE_RULES_DIR) / "tests/disputes")) {
    if (entry.path().extension() != ".yaml") continue;
    Diagnostics out;
    auto dispute = read_dispute(entry.path().string(), out);
    INFO(entry.path().string());
    REQUIRE(dispute);
    ++files;
    CHECK_FALSE(dispute->rulings.empty());
    CHECK_FALSE(dispute->ruling.empty());
    for (const std::string& id : dispute->rulings) ++named[id];
  }
  CHECK(files > 200);
  std::set<std::string> known = catalogue();
  for (const std::string& id : known) {
    INFO(id << " has no dispute");
    CHECK(named[id] > 0);
  }
  for (const auto& [id, count] : named) {
    INFO(id << " is not in the catalogue");
    CHECK((known.contains(id) || count == 0));
  }
}

TEST_CASE("every ambiguity has a default in the variant's file") {
  std::string text = contents_of(fs::path(GOFUDA_SOURCE_RULES_DIR) / "variants/dango-1996.yaml");
  for (int n = 1; n <= 42; ++n) {
    std::string id = std::string("AMB-") + (n < 10 ? "0" : "") + std::to_string(n);
    INFO(id);
    CHECK(text.find(id) != std::string::npos);
  }
}

TEST_CASE("the carnival uses every word for what lasts, counts, looks and leads over the board") {
  auto variant = test::shipped("weiqi-carnival");
  std::string sources = contents_of(fs::path(GOFUDA_SOURCE_RULES_DIR) / "variants/win/coins-and-lanterns.lua");
  std::vector<std::ptrdiff_t> lines;
  std::set<const ApiWord*> words;
  for (const auto& win : variant->wins) words.insert(win->words.begin(), win->words.end());
  for (const auto& card : variant->cards) {
    words.insert(card->words.begin(), card->words.end());
    sources += card->source;
    lines.push_back(std::count(card->source.begin(), card->source.end(), '\n'));
  }
  for (const char* word : kCarnivalWords) {
    INFO(word << " is used by no card");
    CHECK(sources.find(word) != std::string::npos);
  }
  for (const ApiWord& w : api_words()) {
    const auto older = kOlderWords.find(w.object);
    if (w.name().starts_with("__") || (older != kOlderWords.end() && older->second.contains(w.name()))) continue;
    INFO(w.object << ' ' << w.name() << " is used by no card");
    CHECK(words.contains(&w));
  }
  REQUIRE(lines.size() == 24);
  std::sort(lines.begin(), lines.end());
  CHECK(lines[12] <= 12);
}

TEST_CASE("any two cards of the carnival that last meet in a dispute") {
  auto variant = test::shipped("weiqi-carnival");
  std::vector<std::string> lasting;
  std::vector<std::set<std::string>> disputes;  // the cards that are played in each, or work when it begins
  for (const CardInfo& card : variant->ruleset->cards) {
    const std::string path = "cards/carnival/" + card.id + ".lua";
    const std::string source = contents_of(fs::path(GOFUDA_SOURCE_RULES_DIR) / path);
    if (source.find(":lay_aside(") != std::string::npos || source.find(":forbid(") != std::string::npos)
      lasting.push_back(card.id);
  }
  CHECK(lasting.size() == 6);
  for (const auto& entry : fs::directory_iterator(fs::path(GOFUDA_SOURCE_RULES_DIR) / "tests/disputes/weiqi-carnival"))
    if (entry.path().extension() == ".yaml") disputes.push_back(cards_in(entry.path()));
  auto meet = [&](const std::string& a, const std::string& b) {
    return std::any_of(disputes.begin(), disputes.end(),
                       [&](const std::set<std::string>& names) { return names.contains(a) && names.contains(b); });
  };
  for (std::size_t i = 0; i < lasting.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      INFO(lasting[i] << " and " << lasting[k]);
      CHECK(meet(lasting[i], lasting[k]));
    }
}
