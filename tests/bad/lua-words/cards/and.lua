return card {
  name = "c5",
  text = "t",
  play = function(me, opponent, board)
    if not me.stones && true then end
  end,
}
