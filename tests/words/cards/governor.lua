return card {
  name = "Governor",
  text = "Place a stone in the region a.",
  play = function(me, opponent, board)
    me:place(me:pick(1, board:region("a") * board.empty))
  end,
}
