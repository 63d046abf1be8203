return card {
  name = "Sealed move",
  text = "Write down a point, unseen. Your opponent plays a stone; then your stone is set on that point, if that is legal now.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board, this)
    local point = me.secret:pick(1, me.legal)
    me:note(this, point)
    me:exchange(function() opponent:stone() end)
    me:open_note(this)
    me:place(point * me.legal)
  end,
}
