return card {
  name = "a6",
  text = "t",
  play = function(me, opponent, board)
    local x = “D4”
  end,
}
