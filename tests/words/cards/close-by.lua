return card {
  name = "Close by",
  text = "Place a stone at most two steps from one of your stones.",
  play = function(me, opponent, board)
    me:place(me:pick(1, board:within(me.stones, 2) * board.empty))
  end,
}
