return win {
  name = "Four in a row",
  text = "Four of your stones side by side in a row, a column or a diagonal.",
  line = 4,
}
