return card {
  name = "Spontaneous Generation",
  text = "Five stones appear on empty points drawn by lot; a toss for each says whose it is.",
  kind = "skill",
  play = function(me, opponent, board)
    for point in board:lot(5, board.empty):each() do
      local side = board:toss("mine", "theirs") == "mine" and me or opponent
      side:place(point)
    end
  end,
}
