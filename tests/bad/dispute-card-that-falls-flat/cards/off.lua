return card {
  name = "Off",
  text = "Take off a stone of your opponent.",
  play = function(me, opponent, board)
    board:remove(me:pick(1, opponent.stones))
  end,
}
