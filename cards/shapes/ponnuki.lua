return card {
  name = "Ponnuki",
  text = "Four stones around an empty point. Set all four on empty points, turned or reflected as the rules allow.",
  source = "named in the 1996 rules",
  shape = [[
    . X .
    X . X
    . X .
  ]],
}
