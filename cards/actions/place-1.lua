return card {
  name = "Place your 1 stone",
  text = "Place one of your stones on any empty point.",
  play = function(me, opponent, board)
    me:place(me:pick(1, board.empty))
  end,
}
