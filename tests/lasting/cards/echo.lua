return card {
  name = "Echo",
  text = "As long as this card lies: when an effect has set a stone, a stone of yours comes back.",
  play = function(me, opponent, board, this)
    me:lay_aside(this, "open", { turns = 2 })
  end,
  when_set = function(me, opponent, board, this, move)
    if move.triggered and move.card ~= this then me:place(board:lot(1, board.empty)) end
  end,
}
