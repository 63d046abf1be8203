return card {
  name = "Crown",
  text = "Four of your stones in a row, anywhere.",
  shape = "X X X X",
}
