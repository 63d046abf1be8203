return card {
  name = "Ko threat",
  text = "Place a stone. Your opponent must answer at most two steps from it. Then play your move; a ko may be retaken.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    me:exchange(function()
      me:stone(me.legal)
      local near = me.last_move:placed(me)
      for _ = 1, 2 do near = near + board:neighbours(near) end
      opponent:restrict(near, "must")
      opponent:stone()
    end)
  end,
}
