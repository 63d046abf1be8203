#include "core/simulator.hpp"

#include <algorithm>

#include "core/random_player.hpp"

namespace gofuda {

namespace {

// A pile's cards: those at the bottom that may be exchanged, and how many above them that stay.
struct Hidden {
  Owner owner;
  Zone zone;
  std::size_t loose;
};

// Has this side answered with cards of its own in this turn? Then the answers tell what it held.
bool has_shown_cards(const Game& game, Seat seat) {
  const Log& log = game.log();
  for (std::size_t i = game.turn_mark(); i < log.size(); ++i)
    if (log[i].who == index(seat) && (log[i].kind == LogItem::shown || log[i].answers(QuestionKind::offer)))
      return true;
  return false;
}

void deal_anew(Position& p, std::span<const Hidden> piles, Random& random) {
  std::vector<CardId> pool;
  for (const Hidden& h : piles) {
    auto cards = p.cards.in(h.owner, h.zone);
    pool.insert(pool.end(), cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(h.loose));
  }
  std::sort(pool.begin(), pool.end());  // how they lie now tells nothing
  shuffle(pool, random);
  auto next = pool.begin();
  for (const Hidden& h : piles) {
    auto have = p.cards.in(h.owner, h.zone);
    std::vector<CardId> cards(have.begin(), have.end());
    std::copy(next, next + static_cast<std::ptrdiff_t>(h.loose), cards.begin());
    next += static_cast<std::ptrdiff_t>(h.loose);
    p.cards.relabel(h.owner, h.zone, cards);
  }
}

}  // namespace

Simulator::Simulator(const Game& game, Scripts& scripts, Seat seat)
    : game_(game),
      scripts_(scripts),
      seat_(seat),
      given_(game.log().from(game.turn_mark())),
      run_(game.rules(), scripts, {}) {
  run_.keep_quiet();
}

Position Simulator::deal(Random& random) const {
  const Game& game = game_;
  const Seat seat = seat_;
  Position p = game.turn_start();
  p.chance = 0;
  const Position& now = game.position();
  const Seat them = other(seat);
  auto loose = [&](Owner o) {  // of a deck; what was drawn in this turn came from the top
    return std::min(p.cards.size(o, Zone::deck), now.cards.size(o, Zone::deck));
  };
  const Owner theirs = game.rules().pile_owner(them), mine = game.rules().pile_owner(seat);
  const bool told = has_shown_cards(game, them);
  const auto knows = [&](Secret s) { return (known_ & static_cast<unsigned>(s)) != 0; };
  std::vector<Hidden> piles;
  if (!knows(Secret::decks)) piles.push_back({theirs, Zone::deck, loose(theirs)});
  for (const auto& [zone, secret] : {std::pair{Zone::hand, Secret::hand}, {Zone::aside, Secret::aside}})
    if (!told && !knows(secret)) piles.push_back({owner_of(them), zone, p.cards.size(owner_of(them), zone)});
  const std::vector<int> laid_by = p.laid_aside_by(them, p.cards);
  deal_anew(p, piles, random);
  for (std::size_t i = 0; i < laid_by.size(); ++i)  // the record must name the card that lies there now
    if (laid_by[i] >= 0)
      p.moves[static_cast<std::size_t>(laid_by[i])].card = p.cards.in(owner_of(them), Zone::aside)[i];
  if (mine != theirs && !knows(Secret::decks)) {
    const Hidden own{mine, Zone::deck, loose(mine)};
    deal_anew(p, {&own, 1}, random);
  }
  for (Note& n : p.notes) {
    for (Zone z : {Zone::hand, Zone::aside})  // it lies under the same copy, whatever that is now
      for (std::size_t i = 0; i < p.cards.size(owner_of(n.seat), z); ++i)
        if (const Card c = p.cards.card(owner_of(n.seat), z, i); c.copy == n.card.copy) n.card.id = c.id;
    if (n.seat == seat || n.open || !n.label.empty() || knows(Secret::notes)) continue;
    const PointSet empty = p.board.points_of(Colour::empty);
    n.points = draw_points(empty, std::min(n.points.count(), empty.count()), random);
  }
  return p;
}

View Simulator::start() const { return view_of(first_position(game_.rules(), game_.setup()), seat_); }

Status Simulator::finish_turn(Position& p, const Players& players) {
  log_ = given_;
  return run_.turn(p, log_, 0, players);
}

Status Simulator::turn(Position& p, const Players& players) {
  log_.clear();
  return run_.turn(p, log_, 0, players);
}

}  // namespace gofuda
