return card {
  name = "Straight three",
  text = "Three stones in a row. Set all three on empty points, turned or reflected as the rules allow.",
  shape = [[
    X X X
  ]],
}
