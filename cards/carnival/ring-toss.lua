return card {
  name = "Ring toss",
  text = "Place a stone on an empty point that stones and walls, whosever they are, cut off from the edge.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    me:place(me:pick(1, board:enclosed_by(board.stones) * board.empty))
  end,
}
