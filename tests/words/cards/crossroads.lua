return card {
  name = "Crossroads",
  text = "Place a stone where a column of your stones meets a row of your opponent's.",
  play = function(me, opponent, board)
    me:place(me:pick(1, board:column(me.stones) * board:row(opponent.stones) * board.empty))
  end,
}
