return card {
  name = "Never",
  text = "None of this can come true.",
  options = { hand = { "three", "four", text = "?" }, wall = { 1, 2 }, bold = { true, false } },
  play = function(me, opponent, board, this)
    if this.option.hand == 3 or this.option.hand == "fuor" then me:skip() end
    if this.option.wall == 3 or this.option.bold == "true" or this.option.hnad == "three" then me:skip() end
    if me.name == "Black" or me == "black" or me.tokens == 3 then me:skip() end
    if me.hand.top == "keima" or opponent.last_move.card == "keima" then me:skip() end
    if board.empty == "D4" or board.width == "nine" or me.score == 0 then me:skip() end
    local how = me:choose("leap", "slide", "how it moves")
    if how == "laep" then me:skip() end
    local cards = me.hand
    if cards > 3 or #me.stones < 2 or 5 <= me.stones or me.name < 3 then me:skip() end
    for p in me.stones:each() do
      if p == 1 then me:skip() end
    end
    local few = board.empty:where(function(q) return board:liberties(q) == 1 end)
    for p in few do me:place(p) end
    if me.hand == me.stones then me:skip() end
  end,
}
