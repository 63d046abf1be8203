return card {
  name = "Impossible move",
  text = "Instead of your move: take 99 of your opponent's stones off the board.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    board:remove(me:pick(99, opponent.stones))
  end,
}
