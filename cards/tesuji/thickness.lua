return card {
  name = "Thickness",
  text = "Do not go near it: your opponent's next stone may not touch a stone that you have now.",
  kind = "before",
  traits = { when = "immediate" },
  play = function(me, opponent, board)
    opponent:restrict(board.all - board:neighbours(me.stones))
  end,
}
