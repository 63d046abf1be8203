return card {
  name = "Time Freeze",
  text = "Your opponent's next turn is lost. Several freezes add up.",
  kind = "skill",
  play = function(me, opponent)
    opponent:miss_turn()
  end,
}
