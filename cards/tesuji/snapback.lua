return card {
  name = "Snapback",
  text = "Counter a stone that captures at most three of yours: they come back, and your opponent's move is lost.",
  kind = "counter",
  traits = { when = "hand" },
  answers = function(move, this, me)
    local captured = #move:captured(me)
    return not move.card and captured > 0 and captured <= 3
  end,
  answer = function(me, opponent, board, this, move)
    if me:declare(this) then board:undo(move) end
  end,
}
