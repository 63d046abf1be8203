return card {
  name = "Auditor",
  text = "If cards have given you points, place a stone; if not, you get one.",
  play = function(me, opponent, board)
    if me.scored > 0 then me:place(me:pick(1, board.empty)) else me:score(1) end
  end,
}
