return card {
  name = "Panther",
  text = "A two-point jump with a stone beside it, diagonal to one and a knight's move from the other. Set all three on empty points, turned or reflected as the rules allow.",
  source = "https://github.com/WeiQiPro/vCardGo",
  shape = [[
    X .
    . X
    . .
    X .
  ]],
}
