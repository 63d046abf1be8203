return turn {
  name = "T",
  text = "t",
  cards = { kind = {} },
  play = function(me) me:stone() end,
}
