return card {
  name = "Trapdoor",
  text = "Write down an empty point, unseen. The first stone that your opponent sets there in the next twelve turns comes off.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board, this)
    me:note(this, me.secret:pick(1, board.empty))
    me:lay_aside(this, "hidden", { until_turn = board.turn + 12 })
  end,
  when_set = function(me, opponent, board, this, move)
    local fallen = me:noted(this) * move:standing(opponent)
    if fallen.empty then return end
    board:remove(fallen)
    me:discard(this)
  end,
}
