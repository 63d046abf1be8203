return card {
  name = "Card",
  text = "What it does.",
  play = function(me, opponent, board, this)
    me:pik(1, board.empty)
    board:removes(me.stones)
    me:lay_asid(this)
    local s = ("x"):gsub("x", "y")
    me:frobnicate()
    me:extra_turn()
    me:take(3)
    me:place(me:pick(1, board.empty, 'a point'), board:toss('a', 'b'), 2)
  end,
}
