return card {
  name = "Restorer",
  text = "Set your stones again that your opponent's last card took off the board.",
  play = function(me, opponent, board)
    local last = opponent.last_move
    if not last or last:removed(me).empty then cannot("no stone of yours was taken off by a card") end
    me:place(last:removed(me))
  end,
}
