return card {
  name = "Echo",
  text = "Place a stone where your opponent's last stone is seen in the mirror, left and right exchanged, or half a turn from it.",
  play = function(me, opponent, board)
    if not opponent.last_move then cannot("your opponent has not moved yet") end
    local stone = opponent.last_move:placed(opponent)
    me:place(me:pick(1, (stone:reflected("columns") + stone:turned(2)) * board.empty))
  end,
}
