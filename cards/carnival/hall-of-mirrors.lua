return card {
  name = "Hall of mirrors",
  text = "Place a stone where your opponent's last stone is seen in the mirror, left and right exchanged, or half a turn away.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    if not opponent.last_move then cannot("your opponent has not moved yet") end
    local seen = opponent.last_move:placed(opponent)
    me:place(me:pick(1, (seen:reflected("columns") + seen:turned(2)) * board.empty))
  end,
}
