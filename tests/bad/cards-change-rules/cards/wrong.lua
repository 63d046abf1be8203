return card {
  name = "Wrong",
  text = "t",
  play = function(me, opponent, board, this) me:lay_aside(this, "open") end,
  in_force = { ko = "none", suicide = "alowed", pass = "black", komi = "much" },
}
