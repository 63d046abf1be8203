return card {
  name = "Replace",
  text = "Replace any two of your opponent's stones with your own, at the same time. Stones that are surrounded then come off; suicide is forbidden.",
  options = {
    shortage = { "void", "all", text = "With one stone on the board: the card has no effect, or that one is replaced." },
    halves = { "together", "one-by-one", text = "The two stones are judged together, or each by itself as if it were the only one." },
    repetition = { "allowed", "forbidden", text = "May it bring back an earlier position, whatever rules.ko and rules.ko_cards say?" },
  },
  play = function(me, opponent, board, this)
    local rule = this.option
    if rule.repetition == "allowed" then board:may_repeat() else board:no_repeat() end
    local n = rule.shortage == "all" and math.min(2, #opponent.stones) or 2
    if rule.halves == "one-by-one" then board:each_by_itself() end
    board:recolour(me:pick(n, opponent.stones), me)
  end,
}
