return card {
  name = "Monkey jump",
  text = "Place two stones on the first line.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    me:place(me:pick(2, board.edge * board.empty))
  end,
}
