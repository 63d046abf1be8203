return card {
  name = "Ropes",
  text = "Choose one of your stones. In his next turn your opponent may set nothing on its row and its column.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local stone = me:pick(1, me.stones)
    opponent:forbid(board:row(stone) + board:column(stone))
  end,
}
