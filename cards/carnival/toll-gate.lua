return card {
  name = "Toll gate",
  text = "In your opponent's next four turns he hands you a coin whenever he draws a card, if he has one.",
  kind = "before",
  traits = { when = "hand" },
  tokens = { "coin" },
  play = function(me, opponent, board, this)
    me:lay_aside(this, "open", { their_turns = 4 })
  end,
  when_drawn = function(me, opponent, board, this, side)
    if side == me or opponent.tokens.coin == 0 then return end
    opponent:pay("coin", 1)
    me:gain("coin", 1)
  end,
}
