return card {
  name = "a8",
  text = "t",
  play = function(me)
    if me.turn then
      me:skip()
  end,
}
