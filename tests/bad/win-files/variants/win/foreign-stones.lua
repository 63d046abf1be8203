return win {
  name = "Foreign stones",
  text = "A stone of yours between two of your opponent's.",
  pattern = "O X O",
}
