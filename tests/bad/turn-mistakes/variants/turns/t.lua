return turn {
  name = "T",
  text = "t",
  play = function(me)
    me:anounce()
  end,
  mov = function(me) end,
}
