return card {
  name = "a2",
  text = "t",
  play = function(me, opponent, board)
    if me.stones = 3 then me:skip() end
  end,
}
