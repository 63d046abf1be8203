return card {
  name = "Niken tobi",
  text = "Two stones in a line with two points between them. Set all two on empty points, turned or reflected as the rules allow.",
  shape = [[
    X . . X
  ]],
}
