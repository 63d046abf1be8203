return card {
  name = "Rook",
  text = "Move one of your stones along its row or column, over empty points.",
  play = function(me, opponent, board)
    local stone, open = me:pick(1, me.stones), board.empty
    local reach = board:ray(stone, "up", open) + board:ray(stone, "down", open) +
                  board:ray(stone, "left", open) + board:ray(stone, "right", open)
    board:move(stone, me:pick(1, reach))
  end,
}
