return card {
  name = "Impossible",
  text = "Take 99 of your opponent's stones off the board.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    board:remove(me:pick(99, opponent.stones))
  end,
}
