return win {
  name = "Coins and lanterns",
  text = "At the end a coin is worth half a point, and a stone on a lantern a point more.",
  tokens = { "coin" },
  marks = { "lantern" },
  score = function(me, opponent, board)
    return me.tokens.coin / 2 + #(me.stones * board:marked("lantern"))
  end,
}
