return card {
  name = "Atari",
  text = "Take off one of your opponent's stones that stands alone and has a single liberty.",
  kind = "before",
  traits = { when = "immediate" },
  play = function(me, opponent, board)
    board:remove(me:pick(1, board:with_liberties(board:in_chains_of(opponent.stones, 1), 1)))
  end,
}
