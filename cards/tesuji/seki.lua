return card {
  name = "Seki",
  text = "Choose a chain of yours. Your opponent's next stone may not be set on one of its liberties.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    opponent:restrict(board.all - board:liberties(me:pick(1, me.stones)))
  end,
}
