return card {
  name = "Card",
  text = "What it does.",
  play = function(me, opponent, board, this)
    prnit("hello")
  end,
}
