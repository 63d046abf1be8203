return card {
  name = "Sente",
  text = "Place a stone. Your opponent's next stone must stand at most two steps from it.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local stone = me:pick(1, me.legal)
    me:place(stone)
    local near = stone + board:neighbours(stone)
    opponent:restrict(near + board:neighbours(near), "must")
  end,
}
