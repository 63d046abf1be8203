return card {
  name = "March",
  text = "Move one of your chains one point up, as it is.",
  play = function(me, opponent, board)
    local chain = board:chain(me:pick(1, me.stones))
    local ahead = chain:shifted(0, 1)
    if #ahead < #chain then refuse("it stands at the edge") end
    board:move(chain, ahead)
  end,
}
