return card {
  name = "Darts",
  text = "Both players choose a point in secret and set a stone there. If it is the same point, a wall stands there instead.",
  kind = "before",
  traits = { when = "immediate" },
  play = function(me, opponent, board)
    local mine, theirs = me:both(function(side) return side:pick(1, side.legal) end)
    -- Refused, the other side would choose anew and know of mine.
    board:suicidal("die")
    board:may_repeat()
    if mine:touches(theirs) then return board:wall(mine) end
    me:place(mine)
    opponent:place(theirs)
  end,
}
