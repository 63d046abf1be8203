return card {
  name = "Herald",
  text = "Black places a stone on B2, White on D4.",
  play = function(me, opponent, board)
    me:place(board:points(me.name == "black" and "B2" or "D4"))
  end,
}
