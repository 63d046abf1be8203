return card {
  name = "Matta",
  text = "Take back your last ordinary stone, if it still stands, and place it on another empty point.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local move = me.last_move
    while move and (move.card or move.skipped or move.undone) do move = move.previous end
    local stone = move and move:standing(me)
    if not stone or stone.empty then cannot("there is no stone to take back") end
    board:remove(stone)
    me:place(me:pick(1, board.empty))
  end,
}
