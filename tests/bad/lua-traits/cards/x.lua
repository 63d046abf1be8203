return card {
  name = "Card",
  text = "What it does.",
  play = function(me, opponent, board, this)
  end,
  traits = { a = {}, b = function() end, "loose" },
}
