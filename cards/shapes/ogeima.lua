return card {
  name = "Ogeima",
  text = "A large knight's move. Set all two on empty points, turned or reflected as the rules allow.",
  shape = [[
    . . . X
    X . . .
  ]],
}
