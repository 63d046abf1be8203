return card {
  name = "Avalanche",
  text = "All stones slide down, as far as they can.",
  play = function(me, opponent, board)
    board:slide(board.stones, "down")
  end,
}
