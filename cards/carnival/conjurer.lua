return card {
  name = "Conjurer",
  text = "Put the four top cards of the pile back in an order of yours, and show the first of them. Gain a coin.",
  kind = "before",
  traits = { when = "hand" },
  tokens = { "coin" },
  play = function(me)
    me:order(me.deck, 4)
    me:show(me.deck, 1)
    me:gain("coin", 1)
  end,
}
