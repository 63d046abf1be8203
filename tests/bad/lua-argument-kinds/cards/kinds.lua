return card {
  name = "Kinds",
  text = "Words with what they do not take, on a path that is seldom run.",
  tokens = { "coin" },
  play = function(me, opponent, board, this)
    local nothing
    if #me.stones < 1000 then return end
    me:place("D4")
    me:place(opponent.last_move.placed)
    me:score("two")
    me:pick("3", board.empty)
    me:pick(1, board.empty, 3)
    me:pick(1, 2)
    me:place(me:pick(1, nothing))
    me:choose("one", 2)
    board:move(me.stones, "3")
    board:recolour(me.stones, "white")
    me:discard(me.hand)
    me:lay_aside("open", { turns = 3 })
    me:pick_card(this)
    me:gain("coin", "1")
    me:as_one_move("stone")
    board:within(me, 2)
    me.stones:shifted("up", 1)
    opponent:forbid(board.edge, board:row(3))
    me:place(board:neighbours("D4"))
  end,
}
