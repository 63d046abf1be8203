return card {
  name = "Guard",
  text = "For your next two turns and the turn between them: whenever your opponent sets a stone, set one next to it.",
  play = function(me, opponent, board, this)
    me:lay_aside(this, "open", { turns = 2 })
  end,
  when_set = function(me, opponent, board, this, move)
    local theirs = move:placed(opponent)
    if theirs.empty or move.triggered then return end
    me:place(me:pick(1, board:neighbours(theirs) * board.empty))
  end,
}
