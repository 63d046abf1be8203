// What a program answers does not depend on what its seat may not see.
#include "core/drive.hpp"
#include "core/random_player.hpp"
#include "core/simulator.hpp"
#include "core/view.hpp"
#include "scripting/scripts.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/shipped.hpp"
#include "tools/players/player.hpp"

using namespace gofuda;
using namespace gofuda::tools;

namespace {

constexpr std::size_t kSeenSoon = 4;  // cards at the top of a deck that the seat may turn up before it answers

// The same to the seat's eyes: what the other side holds hidden and what lies in the decks are exchanged, but for what
// the seat has looked at, and so are the points that the other side has written down; chance has come further.
Position exchanged(const Ruleset& rules, const Position& position, Seat seat, Random& random) {
  Position p = position;
  const Seat them = other(seat);
  const auto laid_by = p.laid_aside_by(them, p.cards);
  struct Part {
    Owner owner;
    Zone zone;
    std::size_t loose;
  };
  const auto exchange = [&](const std::vector<Part>& parts) {
    std::vector<CardId> pool;
    for (const Part& x : parts) {
      const auto cards = p.cards.in(x.owner, x.zone);
      for (std::size_t i = 0; i < x.loose; ++i)
        if (!p.knows(seat, p.cards.copies(x.owner, x.zone)[i])) pool.push_back(cards[i]);
    }
    shuffle(pool, random);
    auto next = pool.begin();
    for (const Part& x : parts) {
      const auto have = p.cards.in(x.owner, x.zone);
      std::vector<CardId> cards(have.begin(), have.end());
      for (std::size_t i = 0; i < x.loose; ++i)
        if (!p.knows(seat, p.cards.copies(x.owner, x.zone)[i])) cards[i] = *next++;
      p.cards.relabel(x.owner, x.zone, cards);
    }
  };
  const Owner theirs = rules.pile_owner(them), mine = rules.pile_owner(seat), hers = owner_of(them);
  const auto below = [&](Owner o) {
    return p.cards.size(o, Zone::deck) - std::min(kSeenSoon, p.cards.size(o, Zone::deck));
  };
  exchange({{theirs, Zone::deck, theirs == mine ? below(theirs) : p.cards.size(theirs, Zone::deck)},
            {hers, Zone::hand, p.cards.size(hers, Zone::hand)},
            {hers, Zone::aside, p.cards.size(hers, Zone::aside)}});
  if (mine != theirs) exchange({{mine, Zone::deck, below(mine)}});
  for (std::size_t i = 0; i < laid_by.size(); ++i)
    if (laid_by[i] >= 0) p.moves[static_cast<std::size_t>(laid_by[i])].card = p.cards.in(hers, Zone::aside)[i];
  for (Note& n : p.notes) {
    for (Zone z : {Zone::hand, Zone::aside})
      for (std::size_t i = 0; i < p.cards.size(owner_of(n.seat), z); ++i)
        if (const Card c = p.cards.card(owner_of(n.seat), z, i); c.copy == n.card.copy) n.card.id = c.id;
    if (n.seat == them && !n.open && !n.points.empty())
      n.points = draw_points(p.board.points_of(Colour::empty),
                             std::min(n.points.count(), p.board.points_of(Colour::empty).count()), random);
  }
  p.chance += 17;
  return p;
}

// A position from a random game, before a turn.
Position met(const std::shared_ptr<const Variant>& variant, Scripts& scripts, std::uint64_t number, int turns) {
  Setup setup;
  setup.key = {5, number};
  Game game(variant->ruleset, setup);
  RandomPlayer black(number, 1), white(number, 2);
  game.advance(scripts, {&black, &white, nullptr}, turns);
  return game.turn_start();
}

Answer answer_of(const std::string& spec, const Variant& variant, const Game& game, Scripts& scripts) {
  Diagnostics out;
  auto player = make_player(spec, variant, out);
  INFO(test::joined(out));
  REQUIRE(player);
  const Question& q = game.question();
  player->begin({3, 4}, q.seat);
  Answer a;
  if (player->at_once())
    player->answer(q, Observation(game.rules(), game.position(), q.seat), a);
  else
    consult(*player, game, scripts, 0, a);
  return a;
}

}  // namespace

TEST_CASE("players: what a program answers does not depend on what is hidden from its seat", "[minutes]") {
  for (const char* name : {"card-go", "dango-1996", "v-card-go", "words-in-hand"}) {
    INFO(name);
    auto variant = test::shipped(name);
    int known = 0;  // positions in which the seat has looked at something
    auto scripts = make_scripts(variant);
    int positions = 0, exchanges = 0;
    for (std::uint64_t n = 0; positions < 24 && n < 200; ++n) {
      const Position here = met(variant, *scripts, n, 8 + static_cast<int>(n % 30));
      if (here.over()) continue;
      Random random(n);
      Setup seen, unseen;
      seen.position = here;
      Game game(variant->ruleset, seen);
      game.advance(*scripts);
      if (game.state() != Status::asks || game.question().seat != here.to_move) continue;
      const Seat seat = game.question().seat;
      const Position there = exchanged(*variant->ruleset, here, seat, random);
      REQUIRE(view_of(there, seat) == view_of(here, seat));
      unseen.position = there;
      Game twin(variant->ruleset, unseen);
      twin.advance(*scripts);
      REQUIRE(twin.state() == Status::asks);
      REQUIRE(twin.question().key == game.question().key);
      ++positions;
      known += !view_of(here, seat).known.empty();
      exchanges += !(there.cards == here.cards);
      for (const char* spec : {"mcts:playouts=60", "greedy:tries=60", "random"}) {
        INFO(spec << " in position " << n);
        CHECK(answer_of(spec, *variant, game, *scripts) == answer_of(spec, *variant, twin, *scripts));
      }
    }
    CHECK(positions >= 20);
    CHECK(exchanges >= 20);
    CHECK((known >= 5) == (std::string(name) == "words-in-hand"));
  }
}
