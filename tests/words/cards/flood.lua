return card {
  name = "Flood",
  text = "Name an empty point. All stones around the empty area that it lies in come off.",
  play = function(me, opponent, board)
    local water = board:connected(me:pick(1, board.empty), board.empty)
    board:remove(board:neighbours(water))
  end,
}
