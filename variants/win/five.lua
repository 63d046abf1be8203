return win {
  name = "Five in a row",
  text = "Five of your stones side by side in a row, a column or a diagonal; more count as well.",
  line = 5,
}
