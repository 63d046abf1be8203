return card {
  name = "Odd names",
  text = "Tokens and marks that are no names.",
  tokens = { "a coin", "gem", "gem", "null" },
  marks = { holy = true },
  play = function(me) me:gain("gem", 1) end,
}
