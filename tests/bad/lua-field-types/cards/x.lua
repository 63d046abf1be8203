return card {
  name = 3,
  text = {},
  shape = function() end,
  options = "x",
  traits = true,
  play = "me:stone()",
}
