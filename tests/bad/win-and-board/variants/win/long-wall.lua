return win {
  name = "Long wall",
  text = "Ten stones in two rows.",
  pattern = [[
    X X X X X
    X X X X X
  ]],
}
