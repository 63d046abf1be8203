return card {
  name = "Well made",
  text = "Does nothing, at the right time.",
  kind = "before",
  traits = { when = "hand" },
  play = function() end,
}
