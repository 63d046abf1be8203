return card {
  name = "Tiger's mouth",
  text = "Two stones with one point between them, and a third diagonally at the gap. Set all three on empty points, turned or reflected as the rules allow.",
  shape = [[
    . X .
    X . X
  ]],
}
