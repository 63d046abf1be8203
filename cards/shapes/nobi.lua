return card {
  name = "Nobi",
  text = "A stretch: two stones side by side. Set all two on empty points, turned or reflected as the rules allow.",
  shape = [[
    X X
  ]],
}
