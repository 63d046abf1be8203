return card {
  name = "Moyo",
  text = "Place two stones on points that touch no stone.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    me:place(me:pick(2, board.empty - board:neighbours(board.stones)))
  end,
}
