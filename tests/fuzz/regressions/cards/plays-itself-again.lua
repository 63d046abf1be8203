--21
return card {
  name = "Again",
  text = "Play the next card, and be told that it cannot take effect.",
  traits = { replaces = "one", counters = true },
  play = function(me, opponent, board, this)
    me:discard(this)
    me:draw()
    cannot(me:choose("must", "x", "y"))
  end,
}
