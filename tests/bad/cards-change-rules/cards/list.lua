return card {
  name = "List",
  text = "t",
  play = function(me, opponent, board, this) me:lay_aside(this, "open") end,
  in_force = { "suicide", symmetry = { "all" } },
  when_sets = function() end,
  when_set = "always",
}
