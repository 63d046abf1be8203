return card {
  text = "z",
  shape = "X",
}
