return card {
  name = "Bridge",
  text = "Fill the line between two of your stones, if nothing stands on it.",
  play = function(me, opponent, board)
    local ends = me:pick(2, me.stones)
    local between = board:line(ends:first(), ends - ends:first()) - ends
    if between.empty then refuse("they are not on one line, or there is nothing between them") end
    me:place(between)
  end,
}
