return card {
  name = "Trap",
  text = "Write down an empty point, unseen. The first stone that your opponent sets there comes off.",
  play = function(me, opponent, board, this)
    me:note(this, me.secret:pick(1, board.empty))
    me:lay_aside(this, "hidden")
  end,
  when_set = function(me, opponent, board, this, move)
    local point = me:noted(this)
    if not move:placed(opponent):touches(point) or (point * opponent.stones).empty then return end
    board:remove(point)
    me:discard(this)
  end,
}
