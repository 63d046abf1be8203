return card {
  name = "Camp",
  text = "Place two stones next to one of your stones.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local fire = me:pick(1, me.stones, "the stone to camp around")
    me:place(me:pick(2, board:within(fire, 1) * board.empty, "the stones around it"))
  end,
}
