return card {
  name = "Horse's head",
  text = "A one-point jump with a large knight's move from both stones. Set all three on empty points, turned or reflected as the rules allow.",
  shape = [[
    X . . .
    . . . X
    X . . .
  ]],
}
