return turn {
  name = "Odd",
  text = "One stone.",
  play = function(me) me:stone() end,
  cards = {
    ["a\27"] = { "x" },
    b = { "x\27" },
    c = { "x" },
    kind = { "shape" },
  },
  source = "ours",
}
