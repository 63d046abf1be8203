return turn {
  name = "A card of the hand, or a stone",
  text = "Play a card of your hand and draw another. With no card to play, place a stone or pass.",
  options = {
    drawn = { 1, 2, text = "How many cards are drawn." },
  },
  play = function(me, opponent, board, this)
    local card = me:pick_card(me.hand, "must", function(card) return me:can_play(card) end)
    if not card then return me:stone() end
    me:play(card)
    for _ = 1, this.option.drawn do me:take() end
  end,
}
