return card {
  name = "Connection",
  text = "Place a stone that touches two chains of yours.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local points, mine = board.none, me.stones
    for p in (me.legal * board:neighbours(mine)):each() do
      local stones = board:neighbours(p) * mine
      if not board:chain(stones:first()):contains(stones) then points = points + p end
    end
    me:place(me:pick(1, points))
  end,
}
