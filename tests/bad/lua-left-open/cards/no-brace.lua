return card {
  name = "No brace",
  text = "The options of line 4 are left open.",
  options = {
    x = { "no", "yes" },
  play = function(me, opponent, board)
    me:place(me:pick(1, board.empty))
  end,
}
