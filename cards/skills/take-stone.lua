return card {
  name = "Take Stone",
  text = "Take one of your opponent's stones off the board.",
  kind = "base",
  play = function(me, opponent, board)
    board:remove(me:pick(1, opponent.stones))
  end,
}
