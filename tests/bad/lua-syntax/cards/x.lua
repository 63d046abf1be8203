return card {
  name = "X",
  text = "x"
  play = function(me) end,
}
