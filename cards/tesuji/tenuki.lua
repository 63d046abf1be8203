return card {
  name = "Tenuki",
  text = "Place a stone that touches none of your opponent's. His next stone must stand more than two steps from it.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local stone = me:pick(1, me.legal - board:neighbours(opponent.stones))
    me:place(stone)
    local near = stone + board:neighbours(stone)
    opponent:restrict(board.all - near - board:neighbours(near))
  end,
}
