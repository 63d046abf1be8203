// Programs that play a seat: they are found by name, play the same again, know no more than their seat, and beat
// chance.
#include <algorithm>
#include <set>

#include "core/drive.hpp"
#include "core/random_player.hpp"
#include "core/score.hpp"
#include "core/simulator.hpp"
#include "core/view.hpp"
#include "scripting/scripts.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/pattern_games.hpp"
#include "tests/unit/shipped.hpp"
#include "tools/players/answers.hpp"
#include "tools/players/pattern_board.hpp"
#include "tools/players/player.hpp"
#include "tools/players/stone_search.hpp"

using namespace gofuda;
using namespace gofuda::tools;

namespace {

std::unique_ptr<Player> player_of(const std::string& spec, const Variant& variant) {
  Diagnostics out;
  auto made = make_player(spec, variant, out);
  INFO(test::joined(out));
  REQUIRE(made);
  return made;
}

Game play(const std::shared_ptr<const Variant>& variant, const std::string& black, const std::string& white,
          std::uint64_t number, int turns = 3000) {
  auto scripts = make_scripts(variant);
  auto b = player_of(black, *variant), w = player_of(white, *variant);
  Setup setup;
  setup.key = {11, number};
  b->begin(setup.key, Seat::black);
  w->begin(setup.key, Seat::white);
  Game game(variant->ruleset, setup);
  DriveLimits limits;
  limits.last_turn = turns;
  const DriveResult how = drive(game, *scripts, {b.get(), w.get()}, limits);
  INFO(how.text);
  CHECK((how.why == Stopped::over || (how.why == Stopped::turn_limit && turns < 3000)));
  return game;
}

std::string complaint(const std::string& spec) {
  Diagnostics out;
  CHECK_FALSE(make_player(spec, *test::shipped("qango-6"), out));
  return out.size() == 1 ? out.list()[0].message : test::joined(out);
}

// Answers at random, and looks whether what is known of each placement is what is known of its stones on the average,
// and of the chains that they take together.
class Laying : public RandomPlayer {
 public:
  explicit Laying(const Ruleset& rules) : RandomPlayer(5), knowledge_(rules) {}
  bool answer(const Question& q, const Observation& seen, Answer& out) override {
    if (q.kind == QuestionKind::placement) compare(q, seen);
    return RandomPlayer::answer(q, seen, out);
  }
  int compared = 0, taking = 0;

 private:
  void compare(const Question& q, const Observation& seen) {
    std::vector<AnswerTree::Candidate> candidates;
    Random random(1);
    AnswerBuilder(q).candidates(seen, knowledge_, random, candidates);
    for (const AnswerTree::Candidate& c : candidates) {
      std::vector<Point> stones;
      own_stones_of(q, c.key, stones);
      Prior sum;
      PointSet at;
      for (Point p : stones) {
        const Prior one = seen.is_legal_stone(p) ? knowledge_.captures.of(p) : Prior{4, 2};
        sum.games += one.games / static_cast<float>(stones.size());
        sum.wins += one.wins / static_cast<float>(stones.size());
        at.insert(p);
      }
      knowledge_.captures.for_each_taken(q.most, q.from, {}, [&](const PointSet& left, const Prior& more) {
        if (!at.contains_all(left)) return;
        sum.games += more.games, sum.wins += more.wins;
        ++taking;
      });
      if (std::abs(sum.games - c.prior.games) > 1e-3f || std::abs(sum.wins - c.prior.wins) > 1e-3f) FAIL_CHECK(c.key);
      ++compared;
    }
    for (std::size_t i = 1; i < candidates.size(); ++i) {
      const Prior &a = candidates[i - 1].prior, &b = candidates[i].prior;
      CHECK(a.wins / a.games >= b.wins / b.games);
    }
  }

  Knowledge knowledge_;
};

}  // namespace

TEST_CASE("players: names and options that are none are named", "[minutes]") {
  CHECK(complaint("mtcs") == "there is no player 'mtcs' (did you mean 'mcts'?)");
  CHECK(complaint("mcts:playout=3") == "the player 'mcts' has no option 'playout' (did you mean 'playouts'?)");
  CHECK(complaint("mcts:playouts=0").find("from 1 to 100000000, not '0'") != std::string::npos);
  CHECK(complaint("mcts:playouts=10,playouts=20").find("is said twice") != std::string::npos);
  CHECK(complaint("mcts:playouts").find("not ''") != std::string::npos);
  CHECK(complaint("mcts:playouts=2x").find("not '2x'") != std::string::npos);
  CHECK(complaint("greedy:tres=3") == "the player 'greedy' has no option 'tres' (did you mean 'tries'?)");
  CHECK(complaint("random:playouts=2").find("has no option") != std::string::npos);
  CHECK(complaint("").find("there is no player ''") != std::string::npos);
  CHECK(player_of("mcts:playouts=20,ms=5", *test::shipped("qango-6"))->name() == "mcts:playouts=20,ms=5");
}

TEST_CASE("players: a search beats chance, and plays the same game again", "[minutes]") {
  struct Row {
    const char* variant;
    Settings settings;
    const char* search;
  };
  // Cards, hidden hands and patterns go through the general tree, plain stones through the one made for them.
  for (const Row& row : {Row{"qango-6", {}, "greedy"},
                         {"dgo", {{"board.size", "7x7"}}, "greedy"},
                         {"dango-1996", {{"board.size", "9x9"}}, "greedy"},
                         {"qango-6", {}, "mcts:playouts=150"},
                         {"dgo", {{"board.size", "7x7"}}, "mcts:playouts=300"},
                         {"dango-1996", {{"board.size", "7x7"}}, "mcts:playouts=40"}}) {
    INFO(row.variant);
    auto variant = test::shipped(row.variant, row.settings);
    int won = 0;
    for (std::uint64_t g = 0; g < 24; ++g) {
      const bool black = g % 2 == 0;
      const Game game = play(variant, black ? row.search : "random", black ? "random" : row.search, g);
      const Position& p = game.turn_start();
      REQUIRE(p.over());
      const int margin =
          p.ending == Ending::win
              ? (p.winner == 0 ? 1 : -1)
              : count(p.board, variant->ruleset->grid, p.dead, variant->ruleset->rules, p.prisoners).margin();
      won += (margin > 0) == black;
      if (g > 0) continue;
      const Game again = play(variant, row.search, "random", g);
      CHECK(again.turn_start().hash() == p.hash());
    }
    CHECK(won >= 18);
  }
}

TEST_CASE("players: a win is taken and stopped", "[minutes]") {
  auto variant = test::shipped("qango-6");
  auto scripts = make_scripts(variant);
  const std::pair<const char*, bool> rows[] = {
      {"mcts:playouts=400", true}, {"mcts:playouts=400", false}, {"greedy", true}, {"greedy", false}};
  for (const auto& [player, own] : rows) {
    INFO(player << ' ' << own);
    Setup setup;
    Position p = first_position(*variant->ruleset, setup);
    p.to_move = Seat::black;
    for (const char* at : {"C3", "C4", "D3"}) p.board.set(parse_point(at), own ? Colour::black : Colour::white);
    setup.position = p;
    Game game(variant->ruleset, setup);
    game.advance(*scripts);
    auto search = player_of(player, *variant);
    search->begin({1, 1}, Seat::black);
    Answer a;
    consult(*search, game, *scripts, 0, a);
    REQUIRE(a.stone() != kNoPoint);
    CHECK(point_name(a.stone()) == "D4");
  }
}

TEST_CASE("players: a search proves a fork and needs no more games", "[minutes]") {
  auto variant = test::shipped("qango-6");
  auto scripts = make_scripts(variant);
  Setup setup;
  Position p = first_position(*variant->ruleset, setup);
  p.to_move = Seat::black;
  // D5 makes three of C4 C5 D4 D5, and of the area D4 D5 E4 a second: no stone stops both.
  for (const char* at : {"C5", "D4"}) p.board.set(parse_point(at), Colour::black);
  for (const char* at : {"A1", "F1"}) p.board.set(parse_point(at), Colour::white);
  setup.position = p;
  Game game(variant->ruleset, setup);
  game.advance(*scripts);
  auto search = player_of("mcts:playouts=100000000", *variant);  // it would take hours
  search->begin({1, 1}, Seat::black);
  Answer a;
  consult(*search, game, *scripts, 0, a);
  REQUIRE(a.stone() != kNoPoint);
  Position after = p;
  after.board.set(a.stone(), Colour::black);
  int threats = 0;
  after.board.points_of(Colour::empty).for_each([&](Point q) {
    Board b = after.board;
    b.set(q, Colour::black);
    threats += variant->ruleset->wins.met(b, Colour::black) != 0;
  });
  CHECK(threats >= 2);
}

TEST_CASE("players: a capture that decides the game is taken at a glance", "[minutes]") {
  auto variant = test::shipped("dgo", {{"board.size", "7x7"}});
  auto scripts = make_scripts(variant);
  Setup setup;
  Position p = first_position(*variant->ruleset, setup);
  for (const char* at : {"D4", "D5", "E4"}) p.board.set(parse_point(at), Colour::white);
  for (const char* at : {"C4", "C5", "D3", "D6", "E3", "E5"}) p.board.set(parse_point(at), Colour::black);
  setup.position = p;
  Game game(variant->ruleset, setup);
  game.advance(*scripts);
  auto greedy = player_of("greedy", *variant);
  greedy->begin({1, 1}, Seat::black);
  Answer a;
  consult(*greedy, game, *scripts, 0, a);
  REQUIRE(a.stone() != kNoPoint);
  CHECK(point_name(a.stone()) == "F4");
}

TEST_CASE("players: what is built share by share answers the question", "[minutes]") {
  std::array<int, 9> kinds{};
  for (const char* name : {"dango-1996", "card-go", "v-card-go", "gomoku-skills", "joker-go-1985"}) {
    INFO(name);
    auto variant = test::shipped(name);
    auto scripts = make_scripts(variant);
    for (std::uint64_t g = 0; g < 6; ++g) {
      Game game = play(variant, "random", "random", g, 4 + 5 * static_cast<int>(g));
      Random random(g);
      struct Builder : Player {  // builds an answer to every question, with the run's own eyes
        Builder(const Ruleset& rules, Random& r, std::array<int, 9>& k)
            : knowledge(rules), random(r), kinds(k), player(1) {}
        bool answer(const Question& q, const Observation& seen, Answer& out) override {
          if (q.kind == QuestionKind::dead || ++asked > 400) return false;
          AnswerBuilder builder(q);
          std::vector<AnswerTree::Candidate> candidates;
          while (!builder.complete()) {
            builder.candidates(seen, knowledge, random, candidates);
            if (candidates.empty()) return player.answer(q, seen, out);
            const auto& c = candidates[random.below(static_cast<std::uint32_t>(candidates.size()))];
            CHECK(builder.open(c.key));
            builder.add(c.key);
          }
          builder.take(out);
          const Verdict v = judge(q, out, seen.rules().grid);
          INFO(to_string(v));
          CHECK(v);
          ++kinds[static_cast<std::size_t>(q.kind)];
          return true;
        }
        Knowledge knowledge;
        Random& random;
        std::array<int, 9>& kinds;
        RandomPlayer player;
        int asked = 0;
      } builder(*variant->ruleset, random, kinds);
      game.advance(*scripts, {&builder, &builder, nullptr}, 6);
    }
  }
  for (QuestionKind k : {QuestionKind::points, QuestionKind::placement, QuestionKind::stone, QuestionKind::choice,
                         QuestionKind::offer}) {
    INFO(question_kind_name(k));
    CHECK(kinds[static_cast<std::size_t>(k)] > 10);
  }
}

TEST_CASE("players: programs that look ahead play every game of the library", "[minutes]") {
  Diagnostics out;
  for (const std::string& name : Library({GOFUDA_SOURCE_RULES_DIR}, out).names(FileKind::variant)) {
    INFO(name);
    const Game game = play(test::shipped(name), "mcts:playouts=6", "greedy:tries=6", 3, 14);
    CHECK((game.over() || game.turn_start().turn > 14));
  }
}

TEST_CASE("players: what a seat does not know is dealt anew, and what it knows stays", "[minutes]") {
  int laid_aside = 0, other_notes = 0;
  for (const char* name : {"card-go", "dango-1996", "v-card-go", "gomoku-skills", "dango-2019"}) {
    INFO(name);
    auto variant = test::shipped(name);
    auto scripts = make_scripts(variant);
    int other_games = 0, turns = 0, decks = 0, other_decks = 0;
    for (std::uint64_t g = 0; g < 12; ++g) {
      Game game = play(variant, "random", "random", g, 9 + 3 * static_cast<int>(g));
      game.advance(*scripts);  // a person is asked
      if (game.state() != Status::asks) continue;
      const Seat seat = game.question().seat;
      Random random(g);
      for (int n = 0; n < 5; ++n, ++turns) {
        const Position p = Simulator(game, *scripts, seat).deal(random);
        CHECK(view_of(p, seat) == view_of(game.turn_start(), seat));
        other_games += !(p.cards == game.turn_start().cards);
        const Position& truth = game.turn_start();
        const Seat them = other(seat);
        const std::vector<int> laid_by = p.laid_aside_by(them, p.cards);
        for (std::size_t i = 0; i < laid_by.size(); ++i) {  // the record names what lies there now
          if (laid_by[i] < 0) continue;
          ++laid_aside;
          CHECK(p.moves[static_cast<std::size_t>(laid_by[i])].card == p.cards.in(owner_of(them), Zone::aside)[i]);
        }
        for (std::size_t i = 0; i < p.notes.size(); ++i)
          other_notes += p.notes[i].seat == them && p.notes[i].points != truth.notes[i].points;
        const Owner mine = variant->ruleset->pile_owner(seat);
        const auto mixed = p.cards.in(mine, Zone::deck), lay = truth.cards.in(mine, Zone::deck);
        decks += std::set<CardId>(lay.begin(), lay.end()).size() > 3;
        other_decks += !std::equal(mixed.begin(), mixed.end(), lay.begin(), lay.end());
        Run run(*variant->ruleset, *scripts, {g, 1});
        Position work = p;
        Log log = game.log().from(game.turn_mark());
        CHECK(run.turn(work, log, 0, {}) == Status::asks);  // the answers so far still fit
        CHECK(run.question().key == game.question().key);
      }
    }
    CHECK(2 * other_decks >= decks);
    CHECK(turns > 20);
    CHECK(other_games > turns / 12);  // most decks are nearly out by then in some of these games
  }
  CHECK(laid_aside > 0);
  CHECK(other_notes > 0);
}

TEST_CASE("players: games made for stones alone know the walls of a position, and leave taxes to the whole rules",
          "[minutes]") {
  const Ruleset rules = test::rows(3, 3, 3);
  Position p(rules.grid);
  for (const char* black : {"A1", "C1", "A3"}) p.board.set(parse_point(black), Colour::black);
  const PatternRules masks(rules);
  const auto only = [&](const char* point) {
    PointSet set;
    set.insert(parse_point(point));
    return masks.squares(set);
  };
  CHECK(PatternBoard(masks, p).wins(0) == (only("B1") | only("A2") | only("B2")));
  p.board.set_wall(parse_point("B1"));
  PatternBoard board(masks, p);
  CHECK(board.wins(0) == (only("A2") | only("B2")));
  CHECK((board.vacant(masks) & only("B1")) == 0);
  for (int n = 0; n < masks.points(); ++n)
    if (only("C3") >> n & 1) board.play(masks, n);
  CHECK((board.wins(0) & only("B1")) == 0);

  Ruleset go;
  go.grid = Grid(5, 5);
  go.plain = true;
  CHECK(stone_search_fits(go));
  go.rules.tax = Tax::all;
  CHECK_FALSE(stone_search_fits(go));
}

TEST_CASE("players: a placement promises what its stones do, and what they take together") {
  const auto variant = test::shipped("dango-1996");
  const auto scripts = make_scripts(variant);
  Laying black(*variant->ruleset), white(*variant->ruleset);
  for (std::uint64_t number = 0; number < 6; ++number) {
    Setup setup;
    setup.key = {21, number};
    Game game(variant->ruleset, setup);
    DriveLimits limits;
    limits.last_turn = 120;
    drive(game, *scripts, {&black, &white}, limits);
  }
  CHECK(black.compared > 1000);
  CHECK(black.taking > 20);
}
