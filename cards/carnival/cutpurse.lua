return card {
  name = "Cutpurse",
  text = "A card of your opponent's hand, drawn by chance, comes into yours.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent)
    if opponent.hand.empty then cannot("there is nothing to take") end
    opponent:give(opponent.hand:random())
  end,
}
