return card {
  name = "Misspelt",
  text = "Names that no file of the game lists.",
  tokens = { "coin" },
  marks = { "holy" },
  play = function(me, opponent, board)
    me:pay("coim", me.tokens.gen)
    board:mark("holly", board:marked("unheard-of"))
  end,
}
