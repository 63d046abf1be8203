return card {
  name = "Keystone",
  text = "Place a stone in the last column of the highest row.",
  play = function(me, opponent, board)
    me:place(board:row(board.height) * board:column(board.width))
  end,
}
