return turn {
  name = "Draw two, play one",
  text = "Draw two cards, play one and discard the other. When the deck is out, the discard pile is shuffled and drawn from.",
  play = function(me)
    for _ = 1, 2 do
      if me.deck.empty then me:reshuffle() end
      me:take()
    end
    local card = me:pick_card(me.hand, "must", function(card) return me:can_play(card) end, "to play")
    if card then me:play(card) else me:skip() end
    while not me.hand.empty do me:discard(me.hand.top) end
  end,
}
