return card {
  name = "Messenger",
  text = "Choose two of your stones, two to four steps apart over empty points. Place a stone on a shortest way between them.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local from = me:pick(1, me.stones, "where the messenger starts")
    local function steps(to) return board:distance(from, to, board.empty) or 0 end
    local to = me:pick(1, me.stones:where(function(p) return steps(p) > 1 and steps(p) < 5 end), "where he goes")
    me:place(me:pick(1, board:way(from, to, board.empty) - from - to, "a point of his way"))
  end,
}
