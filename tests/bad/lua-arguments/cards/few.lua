return card {
  name = "Few",
  text = "Words without what they take, and on a path that is seldom run.",
  play = function(me, opponent, board, this)
    if #me.stones < 1000 then return end
    me:place()
    me:pick(1)
    me:choose()
    me:lay_aside()
    board:move(me.stones)
    board.liberties(me.stones)
    me.skip()
    if board.empty() or me.hand.top() then me:skip() end
    opponent:captured()
    board:pick(1, board.empty)
    me.stonse:each()
    if board.emtpy.empty then me:skip() end
    if me.hand:empty() then me:skip() end
    return me:gain("coin")
  end,
}
