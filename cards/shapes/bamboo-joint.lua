return card {
  name = "Bamboo joint",
  text = "Two pairs of stones with an empty pair of points between them. Set all four on empty points, turned or reflected as the rules allow.",
  source = "named in the 1996 rules",
  shape = [[
    X X
    . .
    X X
  ]],
}
