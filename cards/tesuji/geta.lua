return card {
  name = "Geta",
  text = "Take off one of your opponent's stones that stands alone and has two liberties or fewer.",
  kind = "replace",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local caught = opponent.stones:where(function(p) return #board:chain(p) == 1 and #board:liberties(p) <= 2 end)
    board:remove(me:pick(1, caught))
  end,
}
