return card {
}
