return card {
  name = "Keima",
  text = "A knight's move. Set all two on empty points, turned or reflected as the rules allow.",
  source = "named in the 1996 rules",
  shape = [[
    . . X
    X . .
  ]],
}
