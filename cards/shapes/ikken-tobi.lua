return card {
  name = "Ikken tobi",
  text = "Two stones in a line with one point between them. Set all two on empty points, turned or reflected as the rules allow.",
  shape = [[
    X . X
  ]],
}
