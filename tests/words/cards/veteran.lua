return card {
  name = "Veteran",
  text = "Place a stone; if you have made two moves before this one, two.",
  play = function(me, opponent, board)
    me:place(me:pick(me.moves >= 2 and 2 or 1, board.empty))
  end,
}
