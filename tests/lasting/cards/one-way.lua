return card {
  name = "One way",
  text = "As long as this card lies, shapes are laid as they are drawn, and White gets 20 points.",
  play = function(me, opponent, board, this)
    me:lay_aside(this, "open", { turns = 3 })
  end,
  in_force = { symmetry = "none", komi = 20 },
}
