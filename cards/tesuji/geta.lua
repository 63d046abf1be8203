return card {
  name = "Geta",
  text = "Take off one of your opponent's stones that stands alone and has two liberties or fewer.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    board:remove(me:pick(1, board:with_liberties(board:in_chains_of(opponent.stones, 1), 0, 2)))
  end,
}
