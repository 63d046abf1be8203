return card {
  name = "Y",
}
