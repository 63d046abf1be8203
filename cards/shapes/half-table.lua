return card {
  name = "Half table",
  text = "A stretch with a one-point jump at its end. Set all three on empty points, turned or reflected as the rules allow.",
  shape = [[
    X .
    . .
    X X
  ]],
}
