return card {
  name = "Harvest",
  text = "Place a stone in an area that only stones of yours surround.",
  play = function(me, opponent, board)
    me:place(me:pick(1, board:surrounded_by(me.stones)))
  end,
}
