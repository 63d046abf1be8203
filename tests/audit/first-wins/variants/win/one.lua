return win {
  name = "One",
  text = "A stone of yours stands on the board.",
  line = 1,
}
