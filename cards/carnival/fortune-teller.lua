return card {
  name = "Fortune-teller",
  text = "Look at the three top cards of the pile and take one of them into your hand.",
  kind = "before",
  traits = { when = "immediate" },
  play = function(me)
    local card = me:pick_card(me:look(me.deck, 3), "must")
    if not card then cannot("the pile is out") end
    me:keep(card)
  end,
}
