return card {
  name = "Toll",
  text = "Pay a coin.",
  tokens = { "coin" },
  play = function(me) me:pay("coin", 1) end,
}
