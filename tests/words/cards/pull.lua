return card {
  name = "Pull",
  text = "Move one of your stones to any empty point.",
  play = function(me, opponent, board)
    board:move(me:pick(1, me.stones, "the stone to move"), me:pick(1, board.empty, "where it goes"))
  end,
}
