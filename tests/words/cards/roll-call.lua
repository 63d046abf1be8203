return card {
  name = "Roll call",
  text = "Lies open. Before each of your turns you get a point, if your opponent's hand holds the card that he played last, or one like it.",
  play = function(me, opponent, board, this)
    me:lay_aside(this, "open")
  end,
  when_turn_begins = function(me, opponent, board, this, side)
    local last = opponent.last_move
    local card = me.to_move and last and last.card
    if card and opponent.hand:holds(card) then me:score(1) end
  end,
}
