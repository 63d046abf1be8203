return turn {
  name = "T",
  text = "t",
  cards = { kind = "before" },
  play = function(me) me:stone() end,
}
