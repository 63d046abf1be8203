return card {
  name = "Place Stone",
  text = "Place one of your stones on an empty point.",
  kind = "base",
  play = function(me, opponent, board)
    me:place(me:pick(1, board.empty))
  end,
}
