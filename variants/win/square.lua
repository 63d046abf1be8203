return win {
  name = "Square",
  text = "Four of your stones in a 2x2 square.",
  pattern = [[
    X X
    X X
  ]],
}
