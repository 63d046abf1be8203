return card {
  name = "Toll",
  text = "For your opponent's next two turns, he loses a stone by lot whenever he draws a card.",
  play = function(me, opponent, board, this)
    me:lay_aside(this, "open", { their_turns = 2 })
  end,
  when_drawn = function(me, opponent, board, this, side)
    if side == opponent then board:remove(board:lot(1, opponent.stones)) end
  end,
}
