return win {
  name = "Two ways",
  text = "A square, or five in a row.",
  pattern = [[
    X X
    X X
  ]],
  line = 5,
}
