return card {
  name = "Z
}
