return turn {
  name = "A card, or a stone",
  text = "Play a card of your hand; with none to play, place a stone or pass. No card is drawn.",
  play = function(me)
    local card = me:pick_card(me.hand, "must", function(card) return me:can_play(card) end)
    if not card then return me:stone() end
    me:play(card)
  end,
}
