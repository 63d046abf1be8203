return card {
  name = "Ear-reddening move",
  text = "Your opponent discards a card of his choice from his hand.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent)
    if opponent.hand.empty then cannot("your opponent holds no card") end
    opponent:discard(opponent:pick_card(opponent.hand, "must", nil, "to discard"))
  end,
}
