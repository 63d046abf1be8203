return turn {
  name = "Stone or pass",
  text = "Place one stone on an empty point, or pass.",
  plain = true,
}
