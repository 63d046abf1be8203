return card {
  name = "Hamete",
  text = "Write down an empty point, unseen. When your opponent places a stone there, you may show the note and place one next to it.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board, this)
    me:note(this, me.secret:pick(1, board.empty))
    me:lay_aside(this, "open")
  end,
  answers = function(move, this, me)
    local point = me:noted(this)
    return point ~= nil and not move.card and move:placed():touches(point)
  end,
  answer = function(me, opponent, board, this)
    me:open_note(this)
    me:place(me:pick(1, me.legal * board:neighbours(me:noted(this))))
  end,
}
