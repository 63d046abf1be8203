return card {
  name = "Furikawari",
  text = "Name two points. Your opponent places a stone on the one he likes better, you on the other.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    board:suicidal("skip")
    local points = me:pick(2, me.legal * opponent.legal, "the points to share")
    local theirs = opponent:pick(1, points, "the one to take")
    opponent:place(theirs)
    me:place(points - theirs)
  end,
}
