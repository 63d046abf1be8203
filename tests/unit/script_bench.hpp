// Small games made of scripts given as text, for tests.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/random_player.hpp"
#include "core/view.hpp"
#include "scripting/scripts.hpp"
#include "scripting/tally_names.hpp"
#include "scripting/variant.hpp"
#include "scripting/variant_reader.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/reply.hpp"

namespace gofuda::test {

using Sources = std::vector<std::pair<std::string, std::string>>;  // id and Lua text

inline const std::string kDrawTurn =
    "return turn { name = 'Draw', text = 't', play = function(me) local card = me:draw() "
    "if card then me:play(card) else me:stone() end end }";

// A card whose `play` has this body; one line, so that every fault is on line 1.
inline std::string card_text(const std::string& body) {
  return "return card { name = 'Card', text = 't', play = function(me, opponent, board, this) " + body + " end }";
}

// The same, of which nothing is known before it runs: what is wrong with it shows only then.
inline std::string unseen(const std::string& body) {
  return card_text("me, opponent, board, this = (function(...) return ... end)(me, opponent, board, this) " + body);
}

using Names = std::vector<std::string>;  // of cards

inline const std::string kOne = card_text("me:place(me:pick(1, board.empty))");

// A card with other functions than `play`, too; one line.
inline std::string lasting_card(const std::string& play, const std::string& rest) {
  return "return card { name = 'Card', text = 't', play = function(me, opponent, board, this) " + play + " end, " +
         rest + " }";
}

inline std::string laid(const char* ends, const std::string& rest) {
  return lasting_card("me:lay_aside(this, 'open'" + std::string(*ends ? ", " : "") + ends + ")", rest);
}

struct Bench {
  std::shared_ptr<Variant> variant = std::make_shared<Variant>();
  Diagnostics out;  // of scripts that were refused

  explicit Bench(const Sources& cards, const std::string& turn = kDrawTurn, int side = 5, const Rules& rules = {}) {
    auto set = std::make_shared<Ruleset>();
    set->id = variant->id = "bench";
    set->grid = Grid(side, side);
    set->rules = rules;
    variant->turn = read_script(ScriptKind::turn, "turn", "turn.lua", turn, out);
    if (variant->turn)
      for (const ScriptOption& o : variant->turn->options)
        variant->options["turn"][o.name] = {&o, o.values[0], "default"};
    for (const auto& [id, source] : cards) {
      auto script = read_script(ScriptKind::card, id, id + ".lua", source, out);
      if (!script) continue;
      CardInfo info;
      info.id = id, info.name = script->name, info.text = script->text, info.kind = script->kind;
      info.answers = script->has("answer"), info.before = script->has("announce");
      add_effects(*script, info);
      if (script->shape) info.shape = script->shape->orientations(rules.symmetry);
      set->cards.push_back(std::move(info));
      variant->cards.push_back(script);
      for (const ScriptOption& o : script->options) variant->options[id][o.name] = {&o, o.values[0], "default"};
    }
    for (const auto& script : variant->cards) add_names(*script, set->names);
    if (variant->turn) add_names(*variant->turn, set->names);
    variant->ruleset = set;
  }

  Setup setup(const std::vector<std::string>& black,
              const std::vector<std::string>& white = {}) const {  // top card first
    Setup s;
    for (auto& deck : s.decks) deck.emplace();
    for (auto it = black.rbegin(); it != black.rend(); ++it) s.decks[0]->push_back(variant->ruleset->find_card(*it));
    for (auto it = white.rbegin(); it != white.rend(); ++it) s.decks[1]->push_back(variant->ruleset->find_card(*it));
    return s;
  }
  Game game(const std::vector<std::string>& black, const std::vector<std::string>& white = {}) const {
    return Game(variant->ruleset, setup(black, white));
  }
};

inline Numbers at(std::initializer_list<const char*> names) {
  Numbers a;
  for (const char* n : names) a.push_back(parse_point(n));
  return a;
}

struct Table {  // a bench, its scripts and one game
  Bench bench;
  LuaScripts scripts;
  Game game;
  Table(const Sources& cards, const std::vector<std::string>& black, const std::vector<std::string>& white = {},
        const Rules& rules = {}, const std::string& turn = kDrawTurn)
      : bench(cards, turn, 5, rules), scripts(bench.variant), game(bench.game(black, white)) {
    INFO(joined(bench.out));
    REQUIRE(bench.out.size() == 0);
    game.advance(scripts);
  }
  Verdict answer(const Numbers& a) { return reply(game, scripts, a); }
  const Position& now() const { return game.turn_start(); }
};

// Cards a to e do nothing; the others as told.
inline Sources with_idle_cards(Sources more) {
  for (const char* id : {"a", "b", "c", "d", "e"}) more.emplace_back(id, card_text("me:skip()"));
  return more;
}

// Both take four cards at the start; then a card of the hand is played.
inline const std::string kFourInHand =
    "return turn { name = 'T', text = 't', play = function(me, opponent) if #me.hand + #opponent.hand == 0 then "
    "for i = 1, 4 do me:take() opponent:take() end end local card = me:pick_card(me.hand, 'must') "
    "if card then me:play(card) else me:stone() end end }";

// Takes that card of those offered.
inline bool choose_card(Table& t, const char* id) {
  const std::size_t place = t.game.question().place_of({t.game.rules().find_card(id)});
  return static_cast<bool>(t.answer({static_cast<std::uint16_t>(place)}));
}

// What a seat sees of a pile, the top first: the cards' names, "?" for what it does not know.
inline std::string seen_of_pile(const Table& t, Seat seat, Owner owner, Zone zone) {
  const View view = view_of(t.game.position(), seat);
  std::string out;
  const std::vector<CardId> pile = view.at(owner, zone);
  for (auto it = pile.rbegin(); it != pile.rend(); ++it)
    out += (out.empty() ? "" : " ") + (*it == kNoCard ? "?" : t.game.rules().cards[*it].id);
  return out;
}

struct Ended {
  Status step = Status::done;
  Fault fault;
  Verdict refusal;
  std::string output;
  Question question;
  double seconds = 0;
  std::size_t moves = 0;
};

enum class Drive { suspended, straight };

// One turn of a game whose top card is the first of `cards`; answers at random.
inline Ended play(const Bench& bench, const std::vector<std::string>& deck, Drive drive = Drive::suspended,
                  int turns = 1) {
  INFO(joined(bench.out));
  REQUIRE(bench.out.size() == 0);
  const auto start = std::chrono::steady_clock::now();
  LuaScripts scripts(bench.variant);
  Game game = bench.game(deck, deck);
  RandomPlayer black(1), white(2);
  Players players{};
  if (drive == Drive::straight) players = {&black, &white, nullptr};
  game.advance(scripts, players, turns);
  Ended e{game.state(), game.fault(), game.last_refusal(), scripts.output(), {}, 0, 0};
  if (game.state() == Status::asks) e.question = game.question();
  e.moves = game.turn_start().moves.size();
  e.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return e;
}

}  // namespace gofuda::test
