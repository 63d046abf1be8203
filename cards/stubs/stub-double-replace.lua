return card {
  name = "Double",
  text = "Instead of your move: place two stones on any empty points.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    me:place(me:pick(2, board.empty))
  end,
}
