return card {
  name = "Miss a turn",
  text = "You pass and wait for your next move.",
  traits = { doubles = "no" },
  play = function(me)
    me:skip()
  end,
}
