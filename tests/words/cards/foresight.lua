return card {
  name = "Foresight",
  text = "Look at the three top cards of your deck and take one of them into your hand.",
  play = function(me, opponent, board)
    local card = me:pick_card(me:look(me.deck, 3), "must")
    if card then me:keep(card) end
  end,
}
