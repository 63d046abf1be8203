return card {
  name = "Idle",
  text = "Nothing happens.",
  play = function(me) end,
}
