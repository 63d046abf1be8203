#include "core/stage.hpp"

namespace gofuda {

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
  setup.position = std::move(p);
  return setup;
}

}  // namespace gofuda
