return card {
  name = "Siege",
  text = "For two turns your opponent may place on the edge of the board only.",
  play = function(me, opponent, board)
    opponent:forbid(board.all - board.edge, 2)
  end,
}
