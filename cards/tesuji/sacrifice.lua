return card {
  name = "Sacrifice",
  text = "Take one of your own stones off the board, and place two next to others of yours.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    board:remove(me:pick(1, me.stones, "the stone to give up"))
    me:place(me:pick(2, board.empty * board:neighbours(me.stones), "the stones to set"))
  end,
}
