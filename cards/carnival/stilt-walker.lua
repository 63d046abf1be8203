return card {
  name = "Stilt-walker",
  text = "Move one of your stones along its row or column over empty points.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local stone, reach = me:pick(1, me.stones, "the stone to move"), board.none
    for _, way in ipairs { "up", "down", "left", "right" } do reach = reach + board:ray(stone, way, board.empty) end
    board:move(stone, me:pick(1, reach, "where it goes"))
  end,
}
