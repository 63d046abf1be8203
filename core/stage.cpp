#include "core/stage.hpp"

#include <algorithm>

namespace gofuda {

namespace {

// Of several copies of a card, the lowest one that is no effect yet, what lies open before what lies hidden.
std::vector<LastingEffect> effects_of(const Stage& stage, const Position& p) {
  std::vector<LastingEffect> out;
  const auto is_taken = [&](Card c) {
    return std::any_of(out.begin(), out.end(), [&](const LastingEffect& e) { return e.card == c; });
  };
  const auto find = [&](const Stage::Lasts& one) -> Card {
    for (Zone z : {Zone::shown, Zone::aside})
      for (std::size_t i = 0; i < p.cards.size(owner_of(one.seat), z); ++i)
        if (const Card c = p.cards.card(owner_of(one.seat), z, i); c.id == one.card && !is_taken(c)) return c;
    return {};
  };
  for (const Stage::Lasts& one : stage.effects)
    if (const Card card = find(one); card) {
      LastingEffect& e = out.emplace_back();
      e.seat = one.seat;
      e.card = card;
      set_until(e, one.until, 0, p.to_move);
    }
  return out;
}

}  // namespace

Setup set_up(const Ruleset& rules, const Stage& stage) {
  Setup setup;
  setup.key = stage.key;
  if (!stage.shuffled)
    for (auto& deck : setup.decks) deck.emplace();
  for (const Stage::Pile& pile : stage.piles)
    if (pile.zone == Zone::deck) setup.decks[static_cast<std::size_t>(pile.owner)] = pile.cards;
  Position p = first_position(rules, setup);
  for (const Stage::Pile& pile : stage.piles)
    if (pile.zone != Zone::deck)
      for (CardId card : pile.cards) p.cards.put(pile.owner, pile.zone, card);
  if (stage.stones) {
    p.board = Board(rules.grid);
    for (const Stone& s : *stage.stones) p.board.set(s.point, s.colour);
    p.count_set();
  }
  stage.walls.for_each([&](Point wall) { p.board.set_wall(wall); });
  if (stage.tally) static_cast<Tally&>(p) = *stage.tally;
  if (stage.to_move) p.to_move = *stage.to_move;
  if (!p.seen.empty()) {
    p.seen.clear();
    p.seen.push(History::situation(rules.rules.ko, p.board.hash(), other(p.to_move)));
  }
  if (stage.ko != kNoPoint) {
    p.board.set_ko(stage.ko);
    p.ko_by = other(p.to_move);
  }
  lay_effects(rules, p, effects_of(stage, p));
  setup.position = std::move(p);
  return setup;
}

}  // namespace gofuda
