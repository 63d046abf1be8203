return card {
  name = "Wedge",
  text = "A stone of yours, and one of your opponent's next to it.",
  shape = "X O",
}
