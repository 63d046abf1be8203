return card {
  name = "Kosumi",
  text = "Two stones on a diagonal. Set all two on empty points, turned or reflected as the rules allow.",
  shape = [[
    . X
    X .
  ]],
}
