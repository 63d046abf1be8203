return card {
  name = "No end",
  text = "The if of line 6 is left open.",
  play = function(me, opponent, board)
    for p in board.empty:each() do -- do not end here
      if #board:neighbours(p) == 2 then
        me:place(p)
    end
  end,
}
