return win {
  name = "Line as text",
  text = "Five stones in a row.",
  line = "5",
}
