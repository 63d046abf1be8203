return card {
  name = "Hidden point",
  text = "Write down an empty point, unseen. When your opponent places a stone there, you may show the note; his stone is countered.",
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
  answer = function(me, opponent, board, this, move)
    me:open_note(this)
    board:undo(move)
  end,
}
