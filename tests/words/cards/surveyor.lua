return card {
  name = "Surveyor",
  text = "Place a stone on a point whose column and row have the same number.",
  play = function(me, opponent, board)
    me:place(me:pick(1, board.empty:where(function(p) return p.column == p.row end)))
  end,
}
