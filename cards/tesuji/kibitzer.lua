return card {
  name = "Kibitzer",
  text = "You and your opponent each give the other a card of your choice from your hands.",
  kind = "before",
  traits = { when = "immediate" },
  play = function(me, opponent)
    if me.hand.empty or opponent.hand.empty then cannot("one hand is empty") end
    local mine = me.secret:pick_card(me.hand, "must", nil, "to give away")
    local theirs = opponent.secret:pick_card(opponent.hand, "must", nil, "to give away")
    me:give(mine)
    opponent:give(theirs)
  end,
}
