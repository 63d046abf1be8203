return card {
  name = "",
  text = "  ",
  shape = "X",
}
