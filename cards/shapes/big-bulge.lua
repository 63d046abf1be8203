return card {
  name = "Big bulge",
  text = "Two knight's moves that turn. Set all three on empty points, turned or reflected as the rules allow.",
  shape = [[
    . X .
    . . .
    . . X
    X . .
  ]],
}
