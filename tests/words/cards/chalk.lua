return card {
  name = "Chalk",
  text = "Mark a point with chalk. If it is marked, wipe the chalk off instead.",
  marks = { "chalk" },
  play = function(me, opponent, board)
    local point = me:pick(1, board.all)
    if board:marked("chalk"):contains(point) then board:unmark("chalk", point) else board:mark("chalk", point) end
  end,
}
