return win {
  name = "Line and a half",
  text = "Two and a half stones in a row.",
  line = 2.5,
}
