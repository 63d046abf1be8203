return turn {
  name = "T",
  text = "t",
  cards = "before",
  play = function(me) me:stone() end,
}
