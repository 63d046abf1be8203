return card {
  name = "Spontaneous Generation",
  text = "Five stones appear on empty points drawn by lot; a toss for each says whose it is.",
  kind = "skill",
  play = function(me, opponent, board)
    local points = board:lot(5, board.empty)
    local heads = points:first()
    local coin = heads + (points - heads):first()     -- a toss is a lot of these two
    for point in points:each() do
      local side = board:lot(1, coin):contains(heads) and me or opponent
      side:place(point)
    end
  end,
}
