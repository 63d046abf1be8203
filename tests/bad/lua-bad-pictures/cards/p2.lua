return card {
  name = "Card",
  text = "What it does.",
  shape = [[

  ]],
}
