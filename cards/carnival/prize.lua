return card {
  name = "Prize",
  text = "Pay two coins and score two points.",
  kind = "before",
  traits = { when = "hand" },
  tokens = { "coin" },
  play = function(me)
    me:pay("coin", 2)
    me:score(2)
    because("cards have now given " .. me.scored .. " points")
  end,
}
