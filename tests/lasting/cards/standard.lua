return card {
  name = "Standard",
  text = "Set a stone. Until it is captured, each of your turns begins with a lot: heads, and your opponent loses a turn. When it is gone, draw a card.",
  play = function(me, opponent, board, this)
    local point = me:pick(1, board.empty)
    me:place(point)
    me:lay_aside(this, "open", { until_captured = point })
  end,
  when_turn_begins = function(me, opponent, board, this, side)
    if side == me and board:toss("heads", "tails") == "heads" then opponent:miss_turn() end
  end,
  when_over = function(me)
    me:take()
  end,
}
