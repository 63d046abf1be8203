return card {
  name = "Connection",
  text = "Place a stone that touches two chains of yours.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local points = board.none
    for p in me.legal:each() do
      local stones = board:neighbours(p) * me.stones
      if not board:chain(stones:first()):contains(stones) then points = points + p end
    end
    me:place(me:pick(1, points))
  end,
}
