return card {
  name = "Card",
  text = "What it does.",
  play = function(me, opponent, board, this)
  end,
  options = { mode = { "a", "b", txt = "x" }, ["two words"] = { "a", "b" } },
}
