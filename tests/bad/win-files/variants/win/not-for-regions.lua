return win {
  name = "Not for regions",
  text = "Neither this nor that.",
  region = false,
}
