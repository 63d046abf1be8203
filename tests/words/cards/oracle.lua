return card {
  name = "Oracle",
  text = "Put the three top cards of your deck back in any order.",
  play = function(me, opponent, board)
    me:order(me.deck, 3)
  end,
}
