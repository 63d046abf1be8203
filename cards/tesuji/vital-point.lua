return card {
  name = "Vital point",
  text = "Your opponent's vital point is yours: counter his stone and set one of yours in its place. He plays elsewhere.",
  kind = "counter",
  traits = { when = "hand" },
  answers = function(move)
    return not move.card and not move.skipped
  end,
  answer = function(me, opponent, board, this, move)
    if not me:declare(this) then return end
    board:undo(move)
    me:place(move:placed())
    board:settle()
    opponent:stone()
  end,
}
