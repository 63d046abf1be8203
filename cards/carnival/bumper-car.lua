return card {
  name = "Bumper car",
  text = "What your opponent's last move set, and still stands, is pushed one point up, down, left or right.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local pushed = opponent.last_move and opponent.last_move:standing(opponent) or board.none
    if pushed.empty then cannot("there is nothing to push") end
    local stop = board:slide(pushed, me:choose("up", "down", "left", "right", "where to push"), 1)
    if pushed:contains(stop) then refuse("something stands in the way") end
  end,
}
