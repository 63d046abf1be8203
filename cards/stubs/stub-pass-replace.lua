return card {
  name = "Rest",
  text = "At once, instead of your move: nothing.",
  kind = "replace",
  traits = { when = "immediate" },
  play = function(me)
    me:skip()
  end,
}
