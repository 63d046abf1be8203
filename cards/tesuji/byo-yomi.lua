return card {
  name = "Byo-yomi",
  text = "No time to look around: your stone of this turn must stand at most three steps from your opponent's last stone.",
  kind = "before",
  traits = { when = "immediate" },
  play = function(me, opponent, board)
    local near = opponent.last_move and opponent.last_move:placed(opponent) * opponent.last_move:standing(opponent)
    if not near or near.empty then cannot("your opponent's last stone is not there") end
    for _ = 1, 3 do near = near + board:neighbours(near) end
    me:restrict(near, "must")
  end,
}
