return card {
  name = "Diagonal jump",
  text = "A one-point jump with a diagonal step at its end. Set all three on empty points, turned or reflected as the rules allow.",
  source = "https://github.com/WeiQiPro/vCardGo",
  shape = [[
    . X
    X .
    . .
    X .
  ]],
}
