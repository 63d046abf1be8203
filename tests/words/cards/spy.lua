return card {
  name = "Spy",
  text = "Look at your opponent's hand.",
  play = function(me, opponent, board)
    me:look(opponent.hand)
  end,
}
