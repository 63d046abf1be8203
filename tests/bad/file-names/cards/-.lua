return card {
  name = "Stone",
  text = "Set a stone.",
  play = function(me, opponent, board)
    me:place(me:pick(1, board.empty))
  end,
}
