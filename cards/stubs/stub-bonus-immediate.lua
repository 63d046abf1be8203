return card {
  name = "Bonus",
  text = "At once: take one of your opponent's stones off the board.",
  kind = "before",
  traits = { when = "immediate" },
  play = function(me, opponent, board)
    board:remove(me:pick(1, opponent.stones))
  end,
}
