return card {
  name = "Fuseki",
  text = "Two points that touch no stone are drawn by lot, and one of them again by lot: it gets a stone of yours, the other one of his.",
  kind = "before",
  traits = { when = "immediate" },
  play = function(me, opponent, board)
    local points = board:lot(2, board.empty - board:neighbours(board.stones))
    local mine = board:lot(1, points)
    me:place(mine)
    opponent:place(points - mine)
  end,
}
