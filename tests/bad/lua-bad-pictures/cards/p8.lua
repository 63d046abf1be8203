return card {
  name = "Card",
  text = "What it does.",
  shape = [[
    1 2
  ]],
}
