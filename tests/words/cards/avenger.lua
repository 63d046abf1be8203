return card {
  name = "Avenger",
  text = "Place a stone, and a second one if your opponent has captured more than you.",
  play = function(me, opponent, board)
    local stones = me.captured < me.opponent.captured and 2 or 1
    me:place(me:pick(stones, board.empty))
  end,
}
