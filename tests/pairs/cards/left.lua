return card {
  name = "Left",
  text = "Score 1; with the other half scored before, score 100 more. Place a stone.",
  play = function(me, opponent, board)
    local before = me.scored
    if before == 0 or before == 2 then me:score(1) end
    if before == 2 then me:score(100) end
    me:place(me:pick(1, board.empty))
  end,
}
