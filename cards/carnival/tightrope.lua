return card {
  name = "Tightrope",
  text = "Choose two of your stones on a line, with one or two empty points and nothing else between them. Fill these.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local from = me:pick(1, me.stones, "where the rope begins")
    local function rope(to) return board:line(from, to) - from - to end
    local function spans(to) return #rope(to) > 0 and #rope(to) < 3 and board.empty:contains(rope(to)) end
    me:place(rope(me:pick(1, me.stones:where(spans), "where it ends")))
  end,
}
