return card {
  name = "Nigiri",
  text = "Your opponent secretly takes odd or even, and you guess. Who wins places a stone next to one of his own.",
  kind = "before",
  traits = { when = "immediate" },
  play = function(me, opponent, board)
    local function room(side) return side.legal * board:neighbours(side.stones) end
    if room(me).empty or room(opponent).empty then cannot("there is no room next to the stones of one side") end
    local taken = opponent.secret:choose("odd", "even")
    local winner = me:choose("odd", "even") == taken and me or opponent
    winner:place(winner:pick(1, room(winner)))
  end,
}
