return card {
  name = "Prison",
  text = "Take all stones of your opponent that yours cut off from the edge.",
  play = function(me, opponent, board)
    board:remove(board:enclosed_by(me.stones) * opponent.stones)
  end,
}
