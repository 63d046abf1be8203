return card {
  name = "Card",
  text = "What it does.",
  play = function(me, opponent, board)
    me:place(pick(1, board.empty))
  end,
}
