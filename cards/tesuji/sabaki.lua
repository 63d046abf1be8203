return card {
  name = "Sabaki",
  text = "A stone of yours that touches no other stone of yours steps to an empty point next to it.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local light = me.stones:where(function(p) return #board:chain(p) == 1 and not board:liberties(p).empty end)
    local stone = me:pick(1, light, "the stone to move")
    local step = me:pick(1, board:liberties(stone), "where it goes")
    board:remove(stone)
    me:place(step)
  end,
}
