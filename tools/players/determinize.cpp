#include "tools/players/determinize.hpp"

#include <algorithm>

namespace gofuda::tools {

namespace {

void shuffle(std::vector<CardId>& cards, Random& random) {
  for (std::size_t i = cards.size(); i > 1; --i)
    std::swap(cards[i - 1], cards[random.below(static_cast<std::uint32_t>(i))]);
}

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
    if (log[i].who == index(seat) && (log[i].kind == LogItem::shown || log[i].ask == Ask::offer)) return true;
  return false;
}

void deal_anew(Position& p, std::span<const Hidden> piles, Random& random) {
  std::vector<CardId> pool;
  for (const Hidden& h : piles) {
    auto cards = p.cards.in(h.owner, h.zone);
    pool.insert(pool.end(), cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(h.loose));
  }
  shuffle(pool, random);
  auto next = pool.begin();
  for (const Hidden& h : piles) {
    auto have = p.cards.in(h.owner, h.zone);
    std::vector<CardId> cards(have.begin(), have.end());
    std::copy(next, next + static_cast<std::ptrdiff_t>(h.loose), cards.begin());
    next += static_cast<std::ptrdiff_t>(h.loose);
    p.cards.assign(h.owner, h.zone, cards);
  }
}

// The record names a card laid aside hidden to its owner alone: it must name the one that lies there now.
void rename_laid_aside(Position& p, Seat them, const std::vector<CardId>& before) {
  auto now = p.cards.in(owner_of(them), Zone::aside);
  std::vector<bool> done(p.moves.size());
  for (std::size_t i = before.size(); i-- > 0;)
    for (std::size_t m = p.moves.size(); m-- > 0;) {
      if (done[m] || p.moves[m].seat != them || p.moves[m].card != before[i]) continue;
      if (!p.moves[m].has(Move::kLaidAside)) continue;
      p.moves[m].card = now[i];
      done[m] = true;
      break;
    }
}

}  // namespace

Position determinize(const Game& game, Seat seat, Random& random) {
  Position p = game.turn_start();
  const Position& now = game.position();
  const Seat them = other(seat);
  auto loose = [&](Owner o) {  // of a deck; what was drawn in this turn came from the top
    return std::min(p.cards.size(o, Zone::deck), now.cards.size(o, Zone::deck));
  };
  const Owner theirs = game.rules().pile_owner(them), mine = game.rules().pile_owner(seat);
  const bool told = has_shown_cards(game, them);
  std::vector<Hidden> piles{{theirs, Zone::deck, loose(theirs)}};
  for (Zone z : {Zone::hand, Zone::aside})
    if (!told) piles.push_back({owner_of(them), z, p.cards.size(owner_of(them), z)});
  auto laid = p.cards.in(owner_of(them), Zone::aside);
  const std::vector<CardId> laid_before(laid.begin(), laid.end());
  deal_anew(p, piles, random);
  rename_laid_aside(p, them, laid_before);
  if (mine != theirs) {
    const Hidden own{mine, Zone::deck, loose(mine)};
    deal_anew(p, {&own, 1}, random);
  }
  for (Note& n : p.notes) {
    if (n.seat == seat || n.open || !n.label.empty()) continue;
    PointSet left = p.board.points_of(Colour::empty), points;
    for (int k = n.points.count(); k > 0 && !left.empty(); --k) {
      const Point q = left.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(left.count()))));
      left.erase(q);
      points.insert(q);
    }
    n.points = points;
  }
  return p;
}

}  // namespace gofuda::tools
