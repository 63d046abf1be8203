return card {
  name = "Shinogi",
  text = "Place a stone on the last liberty of a chain of yours that is in atari.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local exits = board:liberties(board:with_liberties(me.stones, 1))
    me:place(me:pick(1, exits * me.legal))
  end,
}
