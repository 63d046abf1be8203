return card {
  name = "Reading ahead",
  text = "Place a stone and write down, unseen, where your opponent will answer it. If he does, you place another stone.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board, this)
    me:exchange(function()
      me:stone(me.legal)
      local point = me.secret:pick(1, opponent.legal)
      me:note(this, point)
      opponent:stone()
      me:open_note(this)
      if opponent.last_move:placed():touches(point) then me:stone() end
    end)
  end,
}
