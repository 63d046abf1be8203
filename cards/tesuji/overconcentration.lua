return card {
  name = "Overconcentration",
  text = "Whoever has more stones on the board takes one of his own off.",
  kind = "before",
  traits = { when = "immediate" },
  play = function(me, opponent, board)
    if #me.stones == #opponent.stones then cannot("both have as many stones") end
    local side = #me.stones > #opponent.stones and me or opponent
    board:remove(side:pick(1, side.stones))
  end,
}
