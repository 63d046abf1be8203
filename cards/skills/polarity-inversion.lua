return card {
  name = "Polarity Inversion",
  text = "All stones on the board change colour.",
  kind = "skill",
  play = function(me, opponent, board)
    local mine, theirs = me.stones, opponent.stones
    board:recolour(mine, opponent)
    board:recolour(theirs, me)
  end,
}
