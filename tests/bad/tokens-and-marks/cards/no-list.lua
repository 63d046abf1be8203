return card {
  name = "No list",
  text = "Tokens that are no list.",
  tokens = "coin",
  play = function(me) me:gain("coin", 1) end,
}
