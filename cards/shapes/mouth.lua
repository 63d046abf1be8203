return card {
  name = "Mouth",
  text = "Five stones around an opening. Set all five on empty points, turned or reflected as the rules allow.",
  shape = [[
    . X X
    X . .
    X . X
  ]],
}
