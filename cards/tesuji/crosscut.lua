return card {
  name = "Crosscut",
  text = "Set two of your stones on a diagonal, and two of your opponent's on the points between them.",
  kind = "before",
  traits = { when = "immediate" },
  play = function(me, opponent, board)
    local first = me:pick(1, board.empty, "one stone")
    local around, diagonal = board:neighbours(first), board.none
    for p in (board:neighbours(around) - first):each() do
      if #(board:neighbours(p) * around * board.empty) == 2 then diagonal = diagonal + p end
    end
    local second = me:pick(1, diagonal * board.empty, "the other, on a diagonal")
    me:place(first + second)
    opponent:place(around * board:neighbours(second))
  end,
}
