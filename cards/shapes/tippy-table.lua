return card {
  name = "Tippy table",
  text = "A table that leans: a stretch, a jump and a knight's move. Set all four on empty points, turned or reflected as the rules allow.",
  shape = [[
    . . X
    X . .
    . . .
    X X .
  ]],
}
