return win {
  name = "Check that is text",
  text = "More stones than the opponent.",
  check = "#me.stones > #opponent.stones",
}
