-- another reading of square.lua: a square of any size, upright or tilted
return win {
  name = "Any square",
  text = "Four of your stones on the corners of a square of any size, upright or tilted.",
  check = function(me, opponent, board)
    local mine = me.stones
    for right = 1, board.width - 1 do
      for up = 0, board.height - 1 - right do      -- one side; the next is the same, turned
        local from = mine * mine:shifted(-right, -up) * mine:shifted(up, -right) * mine:shifted(up - right, -up - right)
        local a = from:first()
        if not a.empty then return a + a:shifted(right, up) + a:shifted(-up, right) + a:shifted(right - up, right + up) end
      end
    end
    return false
  end,
}
