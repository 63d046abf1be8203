return card {
  name = "Empty triangle",
  text = "Three stones of a 2x2 square. Set all three on empty points, turned or reflected as the rules allow.",
  shape = [[
    X .
    X X
  ]],
}
