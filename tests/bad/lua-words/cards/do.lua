return card {
  name = "b2",
  text = "t",
  play = function(me, opponent, board)
    for i = 1, 3 me:skip() end
  end,
}
