return card {
  name = "Broken",
  text = "x"
  play = 3,
}
