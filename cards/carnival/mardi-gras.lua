return card {
  name = "Mardi Gras",
  text = "Suicide is allowed, and your opponent may not pass. At the end of each of your next three turns this costs you a coin; when you have none, it is over.",
  kind = "before",
  traits = { when = "hand" },
  tokens = { "coin" },
  in_force = { suicide = "allowed", pass = "owner" },
  play = function(me, opponent, board, this)
    me:lay_aside(this, "open", { turns = 3 })
  end,
  when_turn_ends = function(me, opponent, board, this, side)
    if side == opponent then return end
    if me.tokens.coin == 0 then return me:discard(this) end
    me:pay("coin", 1)
  end,
}
