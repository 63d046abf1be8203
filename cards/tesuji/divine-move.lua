return card {
  name = "Divine move",
  text = "Instead of your move: place two stones on any empty points.",
  kind = "replace",
  traits = { when = "immediate" },
  play = function(me, opponent, board)
    me:place(me:pick(2, board.empty))
  end,
}
