return card {
  name = "Eraser",
  text = "Take a stone of your opponent off the board.",
  play = function(me, opponent, board)
    board:remove(me:pick(1, opponent.stones))
  end,
}
