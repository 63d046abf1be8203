return card {
  name = "Kiai",
  text = "Fighting spirit: counter a counter.",
  kind = "counter",
  traits = { when = "hand" },
  answers = function(move)
    return move.declared and move.card.kind == "counter"
  end,
  answer = function(me, opponent, board, this, move)
    if me:declare(this) then board:undo(move) end
  end,
}
