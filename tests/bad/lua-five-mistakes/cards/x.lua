count = 0
return card {
  name = "X",
  text = "x",
  play = function(me, opponent, board)
    me:plase(me:pick(1, board.empty))
    bord:remove(me.stones)
    total = 1
    Math.min(1, 2)
  end,
}
