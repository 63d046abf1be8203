return card {
  name = "Bishop",
  text = "Take all stones of your opponent that stand on a diagonal of one of your stones.",
  play = function(me, opponent, board)
    board:remove(board:diagonals(me:pick(1, me.stones)) * opponent.stones)
  end,
}
