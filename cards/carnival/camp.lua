return card {
  name = "Camp",
  text = "Place two stones, each at most two steps from the same stone of yours.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local fire = me:pick(1, me.stones, "the stone to camp around")
    me:place(me:pick(2, board:within(fire, 2) * board.empty))
  end,
}
