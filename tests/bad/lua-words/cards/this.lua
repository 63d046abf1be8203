return card {
  name = "Card",
  text = "What it does.",
  play = function(me, opponent, board)
    me:lay_aside(this)
  end,
}
