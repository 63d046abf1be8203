return card {
  name = "Last word",
  text = "Lay this card down. When the game is about to be counted, you may set one more stone.",
  play = function(me, opponent, board, this)
    me:lay_aside(this, "open")
  end,
  when_counted = function(me, opponent, board, this)
    me:place(me:pick(0, 1, me.legal))
    me:discard(this)
  end,
}
