return card {
  name = "Promenade",
  text = "Place a stone on the edge of the board.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    me:place(me:pick(1, board.edge * board.empty))
  end,
}
