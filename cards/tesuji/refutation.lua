return card {
  name = "Refutation",
  text = "Counter a card that your opponent plays before his move or instead of it.",
  kind = "counter",
  traits = { when = "hand" },
  answers = function(move)
    return move.declared and move.card.kind ~= "counter"
  end,
  answer = function(me, opponent, board, this, move)
    if me:declare(this) then board:undo(move) end
  end,
}
