return card {
  name = "a7"
  text = "t",
  play = function(me) end,
}
