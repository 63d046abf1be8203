return card {
  name = "a\0b",
  text = "\27[2J",
  shape = "X",
}
