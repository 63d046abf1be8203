return win {
  name = "Check misspelt",
  text = "Ten stones on the board.",
  chek = function(me) return #me.stones >= 10 end,
}
