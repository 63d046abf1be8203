return card {
  name = "Turncoat",
  text = "Turn back the stones that your opponent's last move has turned. If it turned none, turn one of his.",
  play = function(me, opponent, board)
    local last = opponent.last_move
    local turned = last and last:recoloured(opponent) or board.none
    board:recolour(turned.empty and me:pick(1, opponent.stones) or turned, me)
  end,
}
