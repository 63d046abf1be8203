return card {
  name = "Big box",
  text = "The corners of a 3x3 square. Set all four on empty points, turned or reflected as the rules allow.",
  shape = [[
    X . X
    . . .
    X . X
  ]],
}
