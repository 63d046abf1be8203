return card {
  name = "Else if",
  text = "In two words.",
  play = function(me, opponent, board)
    if #me.stones == 0 then
      me:place(me:pick(1, board.empty))
    else if #me.stones == 1 then
      me:place(me:pick(2, board.empty))
    end
  end,
}
