return turn {
  name = "With a turn in it",
  text = "A turn among the win conditions.",
  plain = true,
}
