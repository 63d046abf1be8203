return card {
  name = "Parallelogram",
  text = "Two one-point jumps, a knight's move apart. Set all four on empty points, turned or reflected as the rules allow.",
  shape = [[
    . . X
    X . .
    . . X
    X . .
  ]],
}
