return card {
  name = "Refusal",
  text = "Keep this card. Later you may undo a move of your opponent that changed the board or laid a card.",
  play = function(me, opponent, board, this)
    me:keep(this)
  end,
  answers = function(move)
    return not move.passed and not move.unplayable
  end,
  answer = function(me, opponent, board, this, move)
    board:undo(move)
  end,
}
