return turn {
  name = "Card or stone",
  text = "Place a stone or pass. Instead, you may play one of the cards that lie open before you.",
  play = function(me)
    local card = me:pick_card(me.shown, "may", function(card) return me:can_play(card) end)
    if card then me:play(card) else me:stone() end
  end,
}
