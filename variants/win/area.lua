return win {
  name = "Area",
  text = "All points of one region of the board are yours.",
  region = true,
}
