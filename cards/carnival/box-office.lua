return card {
  name = "Box office",
  text = "Gain a coin for every two points that only your stones surround, four at most.",
  kind = "before",
  traits = { when = "hand" },
  tokens = { "coin" },
  play = function(me, opponent, board)
    local guests = math.min(4, #board:surrounded_by(me.stones) // 2)
    if guests == 0 then cannot("you surround nothing") end
    me:gain("coin", guests)
  end,
}
