return card {
  name = "Atari",
  text = "Take off one of your opponent's stones that stands alone and has a single liberty.",
  kind = "before",
  traits = { when = "immediate" },
  play = function(me, opponent, board)
    local caught = opponent.stones:where(function(p) return #board:chain(p) == 1 and #board:liberties(p) == 1 end)
    board:remove(me:pick(1, caught))
  end,
}
