return card {
  name = "Tally",
  text = "Until the end of turn 12 count the captures, unseen. Then set as many stones as you counted, three at the most.",
  play = function(me, opponent, board, this)
    if board.turn > 12 then cannot("turn 12 is over") end
    me:note(this, "0")
    me:lay_aside(this, "hidden", { until_turn = 12 })
  end,
  when_captured = function(me, opponent, board, this)
    me:note(this, tostring(math.min(3, tonumber(me:noted(this) or "0") + 1)))
  end,
  when_over = function(me, opponent, board, this)
    local n = tonumber(me:noted(this) or "0")
    if n > 0 then me:place(me:pick(n, board.empty)) end
  end,
}
