return card {
  name = "Road",
  text = "Place a stone on a shortest way between two of your stones over empty points, if it has three steps at most.",
  play = function(me, opponent, board)
    local ends = me:pick(2, me.stones)
    local a, b = ends:first(), ends - ends:first()
    local steps = board:distance(a, b, board.empty)
    if not steps or steps > 3 then refuse("it is too far") end
    me:place(me:pick(1, board:way(a, b, board.empty) - ends))
  end,
}
