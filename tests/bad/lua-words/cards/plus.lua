return card {
  name = "c2",
  text = "t",
  play = function(me, opponent, board)
    i++
  end,
}
