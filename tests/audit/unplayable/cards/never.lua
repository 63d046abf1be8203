return card {
  name = "Never",
  text = "Place a stone on a point where a stone of yours stands, if it is empty.",
  play = function(me, opponent, board)
    me:place(me:pick(1, me.stones * board.empty))
  end,
}
