return card {
  name = "Drum",
  text = "Each of your next three turns begins with a drum roll: gain a coin.",
  kind = "before",
  traits = { when = "immediate" },
  tokens = { "coin" },
  play = function(me, opponent, board, this)
    me:lay_aside(this, "open", { turns = 3 })
  end,
  when_turn_begins = function(me, opponent, board, this, side)
    if side == me then me:gain("coin", 1) end
  end,
}
