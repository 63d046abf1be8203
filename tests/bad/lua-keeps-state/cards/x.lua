local count = 0

return card {
  name = "X",
  text = "x",
  play = function(me)
    count = count + 1
  end,
}
