return card {
  name = "Miai",
  text = "Write down two empty points, unseen. When your opponent places a stone on one, you may show the note and place one on the other.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board, this)
    me:note(this, me.secret:pick(2, board.empty))
    me:lay_aside(this, "open")
  end,
  answers = function(move, this, me)
    local points = me:noted(this)
    return points ~= nil and not move.card and move:placed():touches(points)
  end,
  answer = function(me, opponent, board, this, move)
    me:open_note(this)
    me:place(me:noted(this) - move:placed())
  end,
}
