return card {
  name = "café",
}
