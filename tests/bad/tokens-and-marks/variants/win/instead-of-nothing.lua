return win {
  name = "Instead",
  text = "Says how a score counts that it does not have.",
  line = 5,
  instead = true,
}
