return card {
  name = "Card",
  text = "What it does.",
  shape = "X X",
  play = function(me, opponent, board, this)
  end,
}
