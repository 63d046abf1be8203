return card {
  name = "Champion",
  text = "Place a stone. While it stands you score a point whenever stones of your opponent are captured, and three when the game is counted. When it is gone, your opponent scores two.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board, this)
    local stone = me:pick(1, me.legal)
    me:place(stone)
    me:lay_aside(this, "open", { until_captured = stone })
  end,
  when_captured = function(me, opponent, board, this, move)
    if not move:captured(opponent).empty then me:score(1) end
  end,
  when_counted = function(me, opponent, board, this)
    me:score(3)
    me:discard(this)
  end,
  when_over = function(me, opponent)
    opponent:score(2)
  end,
}
