return turn {
  name = "T",
  text = "t",
  cards = { kind = { 1, 2 } },
  play = function(me) me:stone() end,
}
