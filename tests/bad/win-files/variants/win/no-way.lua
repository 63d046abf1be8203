return win {
  name = "No way",
  text = "Says nothing of what wins.",
}
