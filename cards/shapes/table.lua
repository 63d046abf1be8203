return card {
  name = "Table",
  text = "A stretch and two one-point jumps, like a table seen from the side. Set all four on empty points, turned or reflected as the rules allow.",
  shape = [[
    . . X
    X . .
    X . X
  ]],
}
