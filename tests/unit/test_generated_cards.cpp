// Cards written at random in the words of scripts, put into the decks of every game that has one: the same game is the
// same whenever it is played, and stones come and go as the rules say when they are written plainly.
// GOFUDA_CARDS: how many cards.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>

#include "core/notation/transcript.hpp"
#include "scripting/api.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/phrases.hpp"
#include "tests/fuzz/writer.hpp"
#include "tests/unit/battery.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/lots.hpp"
#include "tests/unit/naive_board.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

// The shipped games that have a deck, each with half of its cards "fuzz".
struct Games {
  fuzz::Folder folder;
  std::vector<std::string> names;
  Library library;

  Games() : library((write_all(), fuzz::library_with(folder))) {}

 private:
  // Small boards, where the game has one: there stones are soon taken.
  static std::string board(Library& library, const std::string& name) {
    Diagnostics ignored;
    return library.variant(name, {{"board.size", "5x5"}}, {}, ignored) ? "board: { size: 5x5 }\n" : "";
  }
  void write_all() {
    folder.write("cards/fuzz.lua", "");
    Diagnostics out;
    Library shipped({GOFUDA_SOURCE_RULES_DIR}, out);
    for (const std::string& name : shipped.names(FileKind::variant)) {
      const auto variant = shipped.variant(name, {}, {}, out);
      REQUIRE(variant);
      if (variant->deck_id.empty()) continue;
      const auto deck = shipped.deck(variant->deck_id, {}, out);
      REQUIRE(deck);
      const std::string mine = name + "-fuzz";
      std::string text = "deck: " + mine + "\ncards:\n  fuzz: " + std::to_string(deck->total()) + "\n";
      for (const auto& [card, copies] : deck->cards) text += "  " + card + ": " + std::to_string(copies) + "\n";
      folder.write("cards/decks/" + mine + ".yaml", text);
      folder.write("variants/" + mine + ".yaml", "variant: " + mine + "\nextends: " + name + "\n" +
                                                     (variant->common_deck ? "common_deck: " : "deck: ") + mine + "\n" +
                                                     board(shipped, name));
      names.push_back(mine);
    }
  }
};

// What a finished move did, told by NaiveBoard from the stones that it set, removed and recoloured.
class Follower {
 public:
  Follower(const Ruleset& rules, const Position& start) : rules_(rules), naive_(rules.grid) { take_over(start.board); }

  // What undid moves is put back as it was told; the rest of a move is played, up to the moves within it and after
  // them.
  void follow(const Position& p, Counts& counts) {
    const std::vector<DatedEffect> changes = p.in_order(0);
    std::map<std::uint32_t, std::size_t> told;
    for (std::size_t i = 0; i < changes.size();) {
      const DatedEffect& first = changes[i];
      const Move& m = p.moves[first.move];
      if (told[first.move] < m.undoing) {
        ++told[first.move], ++i;
        put_back(first);
        continue;
      }
      std::vector<PointEffect> part;
      for (; i < changes.size() && changes[i].move == first.move && changes[i].at == first.at; ++i)
        part.push_back(changes[i]);
      ++counts[move(part, colour_of(m.seat)) ? "moves followed" : "moves not followed"];
    }
    CHECK(naive_.points_of(Colour::black) == p.board.points_of(Colour::black));
    CHECK(naive_.points_of(Colour::white) == p.board.points_of(Colour::white));
    CHECK(naive_.points_of(Colour::empty) == p.board.points_of(Colour::empty));  // and so the walls
  }

 private:
  void take_over(const Board& board) {
    rules_.grid.points().for_each([&](Point q) { naive_.set(q, board.at(q)); });
  }
  static bool captures(Effect e) { return e == Effect::captured_black || e == Effect::captured_white; }
  static bool removes(Effect e) { return e == Effect::removed_black || e == Effect::removed_white; }
  static bool places(Effect e) { return e == Effect::placed_black || e == Effect::placed_white; }
  void put_back(const PointEffect& e) {
    if (is_of_wall(e.effect)) return naive_.set(e.point, e.effect == Effect::walled ? Colour::off : Colour::empty);
    naive_.set(e.point, sets(e.effect) ? index_colour(e.effect) : Colour::empty);
  }

  // False when the stones came one after the other: what each of them took is then not told.
  bool move(std::span<const PointEffect> effects, Colour mover) {
    Unit unit;
    PointSet named;
    bool once = true;
    std::array<PointSet, 3> taken;
    for (const PointEffect& e : effects) {
      if (is_of_wall(e.effect)) {
        once = once && !named.contains(e.point);
        named.insert(e.point);
        (e.effect == Effect::walled ? unit.wall : unit.unwall).push_back(e.point);
        continue;
      }
      const Stone stone{e.point, index_colour(e.effect)};
      if (captures(e.effect)) {
        taken[index(stone.colour)].insert(e.point);
        continue;
      }
      once = once && !named.contains(e.point);
      named.insert(e.point);
      if (removes(e.effect))
        unit.remove.push_back(e.point);
      else
        (places(e.effect) ? unit.place : unit.recolour).push_back(stone);
    }
    const bool in_order = rules_.rules.placement == PlacementRule::one_by_one && unit.place.size() > 1;
    if (!once || in_order || rules_.rules.captures == CaptureOrder::none) {
      for (const PointEffect& e : effects) put_back(e);
      return false;
    }
    UnitResult result;
    const Verdict v = naive_.apply(unit, mover, {SuicideRule::allowed, rules_.rules.captures, OnSuicide::die}, result);
    CHECK(v);
    CHECK(result.captured == taken);
    return true;
  }

  const Ruleset& rules_;
  NaiveBoard naive_;
};

// All that a game leaves behind, as text.
std::string record_of(const Game& game, const LuaScripts& scripts) {
  std::string out = test::written(game);
  for (const std::uint64_t n : {game.turn_start().hash(), game.position().hash(), game.turn_start().chance})
    out += std::to_string(n) + "\n";
  out += std::to_string(static_cast<int>(game.state())) + " " + std::to_string(game.log().size()) + "\n";
  if (game.state() == Status::asks) out += std::to_string(game.question().key.hash()) + "\n";
  if (game.state() == Status::fault)
    out += game.fault().file + ":" + std::to_string(game.fault().line) + ": " + game.fault().message + "\n";
  return out + scripts.output();
}

bool at_once(std::uint64_t seed) { return seed % 2 == 0; }

struct Table {
  std::shared_ptr<const Variant> variant;
  fuzz::ShortScripts scripts;
  explicit Table(std::shared_ptr<const Variant> v) : variant(v), scripts(std::move(v)) {}

  // "": the scripts have run enough.
  std::string play(std::uint64_t seed, std::optional<Game>& game) {
    Setup setup;
    setup.key = {seed, 0};
    game.emplace(variant->ruleset, setup);
    scripts.begin_game();
    scripts.clear_output();
    const bool whole = fuzz::play(*game, scripts, {seed, 30, at_once(seed)});
    return whole ? record_of(*game, scripts) : "";
  }
};

void play_card(Library& library, const std::shared_ptr<const Variant>& variant, std::uint64_t seed, Counts& counts) {
  std::optional<Game> game, other;
  Table first(variant), second(variant);
  const std::string record = first.play(seed, game);
  for (const std::uint64_t before : {seed + 1, seed + 2}) second.play(before, other);
  CHECK(second.play(seed, other) == record);  // where other games were played before
  ++counts[record.empty() ? "stopped" : "games"];
  if (record.empty()) return;
  CHECK(first.play(seed, other) == record);  // on the spot
  if (game->state() == Status::fault) return void(++counts["faults"]);
  const Position& p = game->turn_start();
  Follower(game->rules(), first_position(game->rules(), game->setup())).follow(p, counts);
  for (const Move& m : p.moves) {
    counts["plays of it"] += m.card != kNoCard && game->rules().cards[m.card].id == "fuzz";
    for (const PointEffect& e : p.effects_of(m)) {
      counts["captures"] += !is_of_wall(e.effect) && e.effect == captured(index_colour(e.effect));
      counts["walls"] += e.effect == Effect::walled;
    }
  }
  second.scripts.begin_game();
  Game again = *game;
  CHECK(again.rebuild(second.scripts, again.log().size()) == game->state());
  CHECK(same(again) == same(*game));
  // Where a player gives up a card that it might have laid after all, as those do that answer at once, a saved game
  // does not tell.
  if (!at_once(seed)) fuzz::require_same_when_saved(library, *variant, *game, {});
}

}  // namespace

TEST_CASE("generated cards: the same game is the same each time") {
  Games games;
  REQUIRE(games.names.size() >= 4);
  Counts counts;
  const int cards = wanted("GOFUDA_CARDS", 60 / share(30));
  for (int k = 0; k < cards; ++k) {
    const auto seed = static_cast<std::uint64_t>(k);
    const std::string card = fuzz::written_card(seed);
    CHECK(fuzz::written_card(seed) == card);
    games.folder.write("cards/fuzz.lua", card);
    for (const std::string& name : games.names) {
      INFO("card " << k << " in " << name << "\n" << card);
      Library library = games.library;
      Diagnostics out;
      const auto variant = library.variant(name, {}, {}, out);
      fuzz::require_shown(out);
      ++counts[variant ? "accepted" : "refused: " + out.list()[0].code + " in " + name];
      REQUIRE(variant.operator bool() != out.has_errors());
      if (variant) play_card(library, variant, seed, counts);
    }
  }
  if (std::getenv("GOFUDA_SHOW_COUNTS"))
    for (const auto& [what, n] : counts) std::cout << what << " " << n << "\n";
  CHECK(counts["games"] > 2 * cards);
  CHECK(counts["faults"] < counts["games"] / 3);  // most of the cards play
  CHECK(counts["plays of it"] > cards);
  CHECK(counts["moves followed"] > 2 * cards);
  if (cards >= 60) CHECK(counts["walls"] > 0);
}

TEST_CASE("generated cards: every word of scripts is written, and comes right") {
  std::set<std::string> words, written;
  for (const ApiWord& w : api_words()) words.insert(std::string(w.object) + ":" + w.name());
  Games games;
  const std::string name = "dango-1996-fuzz";
  for (const fuzz::Phrase& p : fuzz::phrases()) {
    INFO(p.word << ": " << p.code);
    written.insert(std::string(p.word));
    games.folder.write("cards/fuzz.lua", fuzz::card_with_phrase(p.code, 1));
    Library library = games.library;
    Diagnostics out;
    const auto variant = library.variant(name, {}, {}, out);
    INFO(joined(out));
    REQUIRE(variant);
    if (p.rare) continue;
    Table table(variant);
    std::optional<Game> game;
    table.play(2, game);
    INFO(game->fault().message);
    CHECK(game->state() != Status::fault);
  }
  CHECK(written == words);
}
