return card {
  name = "Card",
  text = "What it does.",
  shape = [[
    X X X X X X X X X X X X X X X X X X X X X X X X X X 
  ]],
}
