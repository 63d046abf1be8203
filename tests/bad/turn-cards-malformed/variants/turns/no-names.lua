return turn {
  name = "T",
  text = "t",
  cards = { "before", "replace" },
  play = function(me) me:stone() end,
}
