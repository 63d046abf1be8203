return card {
  name = "Hazama tobi",
  text = "The elephant's move: a diagonal jump over one point. Set all two on empty points, turned or reflected as the rules allow.",
  shape = [[
    . . X
    . . .
    X . .
  ]],
}
