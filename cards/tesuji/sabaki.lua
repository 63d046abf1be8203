return card {
  name = "Sabaki",
  text = "A stone of yours that touches no other stone of yours steps to an empty point next to it.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local light = board:in_chains_of(me.stones, 1) - board:with_liberties(me.stones, 0)
    local stone = me:pick(1, light, "the stone to move")
    local step = me:pick(1, board:liberties(stone), "where it goes")
    board:remove(stone)
    me:place(step)
  end,
}
