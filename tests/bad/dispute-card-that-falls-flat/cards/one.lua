return card {
  name = "One",
  text = "Set a stone.",
  play = function(me, opponent, board)
    me:place(me:pick(1, board.empty))
  end,
}
