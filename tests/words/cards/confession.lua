return card {
  name = "Confession",
  text = "Show your hand.",
  play = function(me, opponent, board)
    me:show(me.hand)
  end,
}
