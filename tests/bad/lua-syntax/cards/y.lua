return card {
  name = "Y",
  play = function(me)
