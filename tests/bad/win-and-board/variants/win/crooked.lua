return win {
  name = "Crooked",
  text = "A picture with a letter in it.",
  pattern = [[
    X Y
    X X
  ]],
}
