return card {
  name = "Card",
  text = "What it does.",
  play = fuction(me, opponent, board)
    me:place(me:pick(1, board.empty))
  end,
}
