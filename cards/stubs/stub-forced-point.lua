return card {
  name = "Forced point",
  text = "Name an empty point. Your opponent must place his next stone there.",
  kind = "before",
  traits = { when = "hand" },
  options = {
    illegal = { "free", "void", text = "At a point that is illegal for him: he is free if it still is when he moves, or as soon as it is when named." },
  },
  play = function(me, opponent, board, this)
    local point = me:pick(1, board.empty)
    if this.option.illegal == "free" or opponent.legal:contains(point) then opponent:restrict(point, "must") end
  end,
}
