return card {
  name = "Calm",
  text = "For your opponent's next turn nothing is captured.",
  play = function(me, opponent, board, this)
    me:lay_aside(this, "open", { their_turns = 1 })
  end,
  in_force = { captures = "none" },
}
