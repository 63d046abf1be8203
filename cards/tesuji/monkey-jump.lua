return card {
  name = "Monkey jump",
  text = "Place two stones on the first line.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local edge = board.all:where(function(p) return #board:neighbours(p) < 4 end)
    me:place(me:pick(2, edge * board.empty))
  end,
}
