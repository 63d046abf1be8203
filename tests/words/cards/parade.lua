return card {
  name = "Parade",
  text = "Turn up another card of your hand, so that all see it, and play it.",
  play = function(me, opponent, board, this)
    local card = me:pick_card(me.hand, "must", function(card) return card.name ~= "Parade" end)
    if not card then cannot("there is no other card in the hand") end
    me:reveal(card)
    me:play(card)
  end,
}
