return card {
  name = "Hasami",
  text = "Place two stones next to one of your opponent's stones that stands alone.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local lone = opponent.stones:where(function(p) return #board:chain(p) == 1 and #board:liberties(p) >= 2 end)
    me:place(me:pick(2, board:liberties(me:pick(1, lone, "the stone to pincer")), "the stones beside it"))
  end,
}
