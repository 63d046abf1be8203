return card {
  name = "Sacrifice",
  text = "For your next turn and the two around it suicide is allowed, and your opponent may not pass.",
  play = function(me, opponent, board, this)
    me:lay_aside(this, "open", { turns = 1 })
  end,
  in_force = { suicide = "allowed", pass = "owner" },
}
