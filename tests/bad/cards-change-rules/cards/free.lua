return card {
  name = "Free",
  text = "t",
  play = function(me, opponent, board, this) me:lay_aside(this, "open") end,
  in_force = { suicide = "allowed", komi = 6.5 },
}
