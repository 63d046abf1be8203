return card {
  name = "Tango",
  text = "One of your stones and one of your opponent's, next to each other on a diagonal, change places.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local lead = me:pick(1, me.stones, "your dancer")
    local partner = me:pick(1, board:diagonals(lead) * board:within(lead, 2) * opponent.stones, "the partner")
    board:recolour(partner, me)
    board:recolour(lead, opponent)
  end,
}
