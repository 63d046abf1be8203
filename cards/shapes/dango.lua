return card {
  name = "Dango",
  text = "A dumpling: four stones in a 2x2 square. Set all four on empty points, turned or reflected as the rules allow.",
  shape = [[
    X X
    X X
  ]],
}
