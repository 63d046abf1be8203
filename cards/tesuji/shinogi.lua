return card {
  name = "Shinogi",
  text = "Place a stone on the last liberty of a chain of yours that is in atari.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local exits = board.none
    for p in me.stones:each() do
      if #board:liberties(p) == 1 then exits = exits + board:liberties(p) end
    end
    me:place(me:pick(1, exits * me.legal))
  end,
}
