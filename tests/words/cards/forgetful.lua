return card {
  name = "Forgetful",
  text = "Write an empty point down. Your opponent's next capture strikes it out; at the end of your next turn a stone is set there.",
  play = function(me, opponent, board, this)
    me:note(this, me:pick(1, board.empty))
    me:lay_aside(this, "open", { turns = 1 })
  end,
  when_captured = function(me, opponent, board, this, move)
    if move.seat == opponent then me:erase(this) end
  end,
  when_over = function(me, opponent, board, this)
    local point = me:noted(this)
    if point then me:place(point * board.empty) end
  end,
}
