return win {
  name = "Line of none",
  text = "No stones in a row.",
  line = 0,
}
