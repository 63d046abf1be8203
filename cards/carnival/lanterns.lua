return card {
  name = "Lanterns",
  text = "Hang lanterns on three empty points that hang together. At the end a stone on a lantern is worth a point more.",
  kind = "before",
  traits = { when = "hand" },
  marks = { "lantern" },
  play = function(me, opponent, board)
    local free = board.empty - board:marked("lantern")
    local points = me:pick(1, free:where(function(p) return #board:connected(p, free) > 2 end), "the first lantern")
    for _ = 1, 2 do points = points + me:pick(1, board:neighbours(points) * free, "a lantern beside it") end
    board:mark("lantern", points)
  end,
}
