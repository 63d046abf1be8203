return card {
  name = "Pickpocket",
  text = "A card of your opponent's hand, drawn by chance, is discarded.",
  play = function(me, opponent, board)
    if opponent.hand.empty then cannot("there is nothing to take") end
    opponent:discard(opponent.hand:random())
  end,
}
