return card {
  name = "Diagonal three",
  text = "Three stones on a diagonal. Set all three on empty points, turned or reflected as the rules allow.",
  shape = [[
    . . X
    . X .
    X . .
  ]],
}
