return card {
  name = "Counter",
  text = "Counter a stone or a card of your opponent: the stone comes off, the card has no effect.",
  kind = "counter",
  traits = { when = "hand" },
  options = {
    stack = { "yes", "no", text = "May it counter a counter?" },
  },
  answers = function(move, this)
    if move.declared then return this.option.stack == "yes" or move.card.kind ~= "counter" end
    return not move.card and not move.skipped
  end,
  answer = function(me, opponent, board, this, move)
    if me:declare(this) then board:undo(move) end
  end,
}
