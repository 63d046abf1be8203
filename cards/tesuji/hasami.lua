return card {
  name = "Hasami",
  text = "Place two stones next to one of your opponent's stones that stands alone.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local lone = board:in_chains_of(opponent.stones, 1) - board:with_liberties(opponent.stones, 0, 1)
    me:place(me:pick(2, board:liberties(me:pick(1, lone, "the stone to pincer")), "the stones beside it"))
  end,
}
