return card {
  name = "Card",
  text = "What it does.",
  play = function(me, opponent, board, this)
  end,
  options = {
    a = { "only" },
    b = {},
    c = { "x", "x" },
    d = { 1, "x" },
    e = { 1.5, 2.5 },
    f = "x",
    g = { {}, {} },
    h = { "x", nil, "y" },
    i = { 1, 1 },
    j = { "x", true },
    "loose",
  },
}
