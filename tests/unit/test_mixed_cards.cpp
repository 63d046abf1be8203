// Cards made at random of whole sentences, so that the words for what lasts, is walled, marked, forbidden, moved,
// looked at and asked of both sides meet in every game, on every kind of board; with what must hold of any game.
// GOFUDA_CARDS: how many games.
#include <cstdlib>
#include <iostream>

#include "core/drive.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/unit/battery.hpp"
#include "tests/unit/lots.hpp"
#include "tools/players/player.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

using Words = std::vector<std::string>;

const Words kBoards{"size: 5x5",
                    "size: 5x5, wrap: both",
                    "size: 4x5, wrap: columns",
                    "size: 5x5, neighbours: hex",
                    "size: 4x4, wrap: both, neighbours: hex",
                    "points: [ '. . . # .', '. # . . .', '. . . . .', '. . # . .' ]",
                    "size: 3x3",
                    "size: 6x1"};

const Words kTurns{"draw-and-play", "one-of-hand", "draw-two-play-one", "card-or-stone", "mixed"};

const Words kRules{"komi: 0.5",
                   "captures: opponent-first, suicide: allowed",
                   "ko: positional, repetition: no-result",
                   "preset: japanese",
                   "placement: one-by-one",
                   "captures: none, passes_to_end: 2",
                   "preset: tromp-taylor",
                   "ko: situational, suicide: allowed",
                   "preset: aga"};

// What a play may say, whoever it is.
const Words kDeeds{
    "me:place(me:pick(1, board.empty))",
    "me:place(me:pick(0, 2, board.empty))",
    "board:wall(me:pick(1, board.empty))",
    "board:wall(board:lot(1, board.empty))",
    "board:wall(board.empty)",
    "board:unwall(board.walls)",
    "board:unwall(me:pick(0, 1, board.walls))",
    "board:move(me:pick(1, me.stones), me:pick(1, board.empty))",
    "board:move(me:pick(1, opponent.stones), me:pick(1, board.empty))",
    "board:slide(board.stones, 'left', 1)",
    "board:slide(me:pick(1, board.stones), 'up')",
    "board:slide(me.stones, 'up-right')",
    "board:recolour(me:pick(1, opponent.stones), me)",
    "board:recolour(opponent.stones, me)",
    "board:remove(me:pick(1, board.stones))",
    "board:remove(board.stones)",
    "board:settle()",
    "board:suicidal('skip')",
    "board:suicidal('die')",
    "board:may_repeat()",
    "board:each_by_itself()",
    "me:gain('coin', 2)",
    "me:pay('coin', 1)",
    "opponent:gain('coin', 1)",
    "if opponent.tokens.coin > 0 then opponent:pay('coin', 1) end",
    "board:mark('holy', me:pick(1, board.all))",
    "board:mark('holy', me.stones)",
    "board:unmark('holy', board:marked('holy'))",
    "me:score(0.5)",
    "opponent:score(-1)",
    "opponent:forbid(board:neighbours(me.stones))",
    "opponent:forbid(board.all)",
    "me:forbid(board.all, 2)",
    "me:forbid(board.edge, 2)",
    "opponent:forbid(board.all - board.edge)",
    "opponent:restrict(board.edge)",
    "opponent:restrict(board.edge, 'must')",
    "me:look(me.deck, 3)",
    "me:look(opponent.hand)",
    "me:look(opponent.aside)",
    "opponent:look(me.deck, 2)",
    "me:show(me.hand)",
    "me:show(me.deck, 1)",
    "me:order(me.deck, 2)",
    "me:order(opponent.deck, 3)",
    "local c = me:pick_card(me:look(me.deck, 2), 'must') if c then me:keep(c) end",
    "local c = me:pick_card(me:look(me.deck, 2), 'may') if c then me:discard(c) end",
    "local c = opponent.hand:random() if c then me:look(c) end",
    "local c = opponent.hand:random() if c then opponent:discard(c) end",
    "local c = me.hand:random() if c then me:give(c) end",
    "local c = me.hand:random() if c then me:put_back(c) end",
    "local c = me:take() if c and me:can_play(c) then me:play(c) end",
    "local c = me:draw() if c then me:play(c) end",
    "me:take()",
    "opponent:take()",
    "me:reshuffle()",
    "me:miss_turn()",
    "opponent:miss_turn()",
    "me:stone()",
    "me:exchange(function() me:stone() opponent:stone() end)",
    "me:as_one_move(function() me:stone() me:stone() end)",
    "local a, b = me:both(function(side) return side:choose('x', 'y') end) if a == b then me:gain('coin', 1) end",
    "local a, b = me:both(function(side) return side:pick(0, 1, board.empty) end) "
    "if not a:touches(b) then me:place(a) opponent:place(b) end",
    "local a, b = me:both(function(side) return side:pick_card(side.hand) end) if a then me:discard(a) end",
    "local m = opponent.last_move if m and not m.undone and not m.skipped and m.turn == board.turn then board:undo(m) "
    "end",
    "local m = opponent.last_move if m and m.changed then board:undo(m) opponent:stone() end",
    "local m = me.last_move if m then me:place(board:neighbours(m:standing()) * board.empty) board:settle() me:stone() "
    "end",
    "if board:toss('h', 't') == 'h' then me:gain('coin', 1) end",
    "me:place(board:lot(1, board.empty))",
    "me:note(this, me.secret:pick(1, board.empty))",
    "if opponent.secret:choose('x', 'y') == 'x' then me:gain('coin', 1) end",
    "opponent:place(opponent.secret:pick(1, board.empty))",
    "local c = opponent:pick_card(me:look(opponent.hand)) if c then opponent:put_back(c) end",
    "local c = opponent:pick_card(opponent:look(me.deck, 2), 'may') if c then opponent:keep(c) end",
    "me:note(this, 'word')",
    "me:open_note(this)",
    "me:erase(this)",
    "if me.tokens.coin > 2 then refuse('rich') end",
    "if me.captured > 3 then cannot('sated') end",
    "me:lay_aside(this, 'open', { turns = 2 })",
    "me:lay_aside(this, 'hidden', { turns = 2 })",
    "me:lay_aside(this, 'hidden', { their_turns = 1, until_turn = board.turn + 3 })",
    "if not me.stones.empty then me:lay_aside(this, 'open', { until_captured = me.stones }) end",
    "if not opponent.stones.empty then me:lay_aside(this, 'hidden', { until_captured = opponent.stones }) end",
    "me:lay_aside(this, 'hidden')",
    "me:lay_aside(this, 'open')",
    "me:discard(this)",
};

const Words kTriggers{"when_set = function(me, opponent, board, this, move)",
                      "when_captured = function(me, opponent, board, this, move)",
                      "when_drawn = function(me, opponent, board, this, side)",
                      "when_turn_begins = function(me, opponent, board, this, side)",
                      "when_turn_ends = function(me, opponent, board, this, side)",
                      "when_counted = function(me, opponent, board, this)",
                      "when_over = function(me, opponent, board, this)"};

const Words kInForce{"suicide = 'allowed'",   "captures = 'none'", "komi = 3.5",
                     "pass = 'owner'",        "pass = 'neither'",  "symmetry = 'none'",
                     "suicide = 'forbidden'", "pass = 'opponent'"};

class Mixer {
 public:
  explicit Mixer(std::uint64_t seed) : random_(seed, 17) {}

  std::string card() {
    std::string out = "return card {\n  name = 'Mixed', text = 't', tokens = { 'coin' }, marks = { 'holy' },\n";
    if (once_in(4)) out += "  in_force = { " + any(kInForce) + " },\n";
    out += "  play = function(me, opponent, board, this)\n" + body(2);
    const bool lasts = !once_in(3);
    if (lasts) out += "    me:lay_aside(this" + any(kLaid) + ")\n";
    out += "  end,\n";
    for (const std::string& when : kTriggers)
      if (lasts && once_in(3)) {
        out += "  " + when + "\n";
        if (when.find("move)") != std::string::npos && !once_in(4)) out += "    if move.triggered then return end\n";
        if (when.find("side)") != std::string::npos && once_in(2)) out += "    if side == me then return end\n";
        out += body(2) + "  end,\n";
      }
    if (once_in(5))
      out +=
          "  answers = function(move, this, me, board) return " +
          std::string(once_in(2) ? "move.changed" : "move.triggered") +
          " end,\n  answer = function(me, opponent, board, this, move)\n" +
          (once_in(2) ? "    board:undo(move)\n" + std::string(once_in(2) ? "    opponent:stone()\n" : "") : body(1)) +
          "  end,\n";
    if (once_in(6)) out += "  announce = function(me, opponent, board, this)\n" + body(1) + "  end,\n";
    return out + "}\n";
  }

  std::string variant(const std::string& name) {
    return "variant: " + name + "\nextends: go\nboard: { " + any(kBoards) + " }\nturn: " + any(kTurns) + "\n" +
           (once_in(3) ? "common_deck: " : "deck: ") + "mixed\nrules: { " + any(kRules) +
           " }\ndeal: { cards: " + (once_in(2) ? "2" : "0") +
           " }\nchangeable: [suicide, pass, captures, symmetry, komi]\n";
  }

 private:
  static inline const Words kLaid{", 'open', { turns = 2 }", ", 'hidden', { their_turns = 2 }", ", 'hidden'",
                                  ", 'open', { until_turn = board.turn + 4 }", ", 'open'"};
  bool once_in(std::uint32_t n) { return random_.below(n) == 0; }
  const std::string& any(const Words& list) { return list[random_.below(static_cast<std::uint32_t>(list.size()))]; }
  std::string body(std::uint32_t most) {
    std::string out;
    for (std::uint32_t n = 1 + random_.below(most); n > 0; --n) out += "    do " + any(kDeeds) + " end\n";
    return out;
  }
  Random random_;
};

const char* const kTurn =
    "return turn { name = 'Mixed', text = 't', play = function(me, opponent, board)\n"
    "  me:announce()\n"
    "  if #me.hand < 3 then me:take() end\n"
    "  local card = me:pick_card(me.hand, 'may', function(card) return me:can_play(card) end)\n"
    "  if card then\n    if me:declare(card) then me:play(card) end\n  else me:stone() end\nend }\n";

// A few turns of programs that look ahead; how they end.
std::string searched(const std::shared_ptr<const Variant>& variant, std::uint64_t number) {
  LuaScripts scripts(variant);
  Setup setup;
  setup.key = {number, 1};
  Game game(variant->ruleset, setup);
  std::array<std::unique_ptr<Player>, 2> players;
  for (const Seat s : {Seat::black, Seat::white}) {
    Diagnostics out;
    const bool greedy = (s == Seat::black) == (number % 2 == 0);
    auto& player = players[static_cast<std::size_t>(index(s))];
    player = tools::make_player(greedy ? "greedy:tries=4" : "mcts:playouts=2", *variant, out);
    REQUIRE(player);
    player->begin(setup.key, s);
  }
  DriveLimits limits;
  limits.last_turn = 8;
  limits.refusals = 100;
  const DriveResult how = drive(game, scripts, {players[0].get(), players[1].get()}, limits);
  return "searched: " + std::string(stopped_name(how.why));
}

}  // namespace

TEST_CASE("mixed cards: whatever they say together, a game is as it should be", "[minutes]") {
  const int first = test::wanted("GOFUDA_FROM", 0), games = test::wanted("GOFUDA_CARDS", 150 / test::share(10));
  Counts counts;
  for (int k = first; k < first + games; ++k) {
    fuzz::Folder folder;
    Mixer mixer(static_cast<std::uint64_t>(k));
    const Words names{"aa", "bb", "cc", "dd"};
    std::string all;
    for (const std::string& name : names) {
      const std::string card = mixer.card();
      folder.write("cards/" + name + ".lua", card);
      all += card;
    }
    folder.write("cards/decks/mixed.yaml",
                 "deck: mixed\ncards: { aa: 4, bb: 4, cc: 4, dd: 4, place-1: 3 }\ntokens: { coin: 2 }\n");
    folder.write("variants/turns/mixed.lua", kTurn);
    const std::string variant_text = mixer.variant("mixed-go");
    folder.write("variants/mixed-go.yaml", variant_text);
    INFO("game " << k << "\n" << variant_text << all);
    Library library = fuzz::library_with(folder);
    Diagnostics out;
    const auto variant = library.variant("mixed-go", {}, {}, out);
    if (!variant) {
      ++counts["refused: " + out.list()[0].code + out.list()[0].message];
      continue;
    }
    for (int way = 0; way < 3; ++way) {
      INFO("way " << way);
      Battery battery(library, variant, {}, static_cast<std::uint64_t>(k));
      battery.allow_faults();
      if (way == 0) battery.suspended(3, 120);
      if (way == 1) battery.driven(40);
      if (way == 2) battery.straight(40);
      const long dead = battery.counts()["dead ends"];
      if (dead && std::getenv("GOFUDA_SHOW_DEAD")) std::cout << "dead end in game " << k << "\n";
      for (const auto& [what, n] : battery.counts()) counts[what] += n;
    }
    ++counts[searched(variant, static_cast<std::uint64_t>(k))];
  }
  if (std::getenv("GOFUDA_SHOW_COUNTS"))
    for (const auto& [what, n] : counts) std::cout << what << " " << n << "\n";
  CHECK(counts["games"] > games);
  CHECK(counts["undone"] > games);
  CHECK(counts["searched: turn-limit"] > games / 2);
  CHECK(100 * counts["searched: no-answer"] <= games);  // where no side may pass, there may be none
}
