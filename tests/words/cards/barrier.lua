return card {
  name = "Barrier",
  text = "In your opponent's next turn nothing may be placed next to your stones, neither by a stone nor by a card.",
  play = function(me, opponent, board)
    opponent:forbid(board:neighbours(me.stones))
  end,
}
