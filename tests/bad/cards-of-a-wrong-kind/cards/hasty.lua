return card {
  name = "Hasty",
  text = "Does nothing, but says when.",
  kind = "before",
  traits = { when = "soon" },
  play = function() end,
}
