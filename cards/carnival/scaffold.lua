return card {
  name = "Scaffold",
  text = "Build walls on one or two empty points, or take as many away.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local points = me:pick(1, 2, board.empty + board.walls)
    local down = points * board.walls
    board:wall(points - down)
    board:unwall(down)
  end,
}
