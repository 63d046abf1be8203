return card {
  name = "Not equal",
  text = "The wrong way round.",
  play = function(me, opponent, board)
    if #board.empty =~ 3 then me:place(me:pick(1, board.empty)) end
  end,
}
