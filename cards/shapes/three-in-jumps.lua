return card {
  name = "Three in jumps",
  text = "Three stones in a line, each with one point between. Set all three on empty points, turned or reflected as the rules allow.",
  shape = [[
    X . X . X
  ]],
}
