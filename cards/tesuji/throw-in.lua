return card {
  name = "Throw-in",
  text = "Place a stone next to no stone of yours, where it has a single liberty. Your opponent must answer on that liberty.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local empty = board.empty
    local points = (me.legal - board:neighbours(me.stones)):where(function(p) return #(board:neighbours(p) * empty) == 1 end)
    me:exchange(function()
      me:stone(points)
      opponent:restrict(board:liberties(me.last_move:placed(me)), "must")
      opponent:stone()
    end)
  end,
}
