return card {
  name = "Cut",
  text = "Place a stone that touches two chains of your opponent's, and none of yours.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local points, theirs = board.none, opponent.stones
    for p in (me.legal * board:neighbours(theirs) - board:neighbours(me.stones)):each() do
      local stones = board:neighbours(p) * theirs
      if not board:chain(stones:first()):contains(stones) then points = points + p end
    end
    me:place(me:pick(1, points))
  end,
}
