return card {
  name = "Overplay",
  text = "Counter a stone: your opponent takes it back and plays elsewhere.",
  kind = "counter",
  traits = { when = "hand" },
  answers = function(move)
    return not move.card and not move.skipped
  end,
  answer = function(me, opponent, board, this, move)
    if not me:declare(this) then return end
    board:undo(move)
    opponent:restrict(board.all - move:placed())
    opponent:stone()
  end,
}
