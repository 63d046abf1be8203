return card {
  name = "Card",
  text = "What it does.",
  play = function(me, opponent, board, this)
  end,
  answers = function() return true end,
  may_announce = function() return true end,
}
