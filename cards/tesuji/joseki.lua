return card {
  name = "Joseki",
  text = "Choose a corner where 16 of the 28 points nearest to it are empty. You and your opponent place two stones each there, in turns.",
  kind = "before",
  traits = { when = "immediate" },
  play = function(me, opponent, board)
    local function near(corner)
      for _ = 1, 6 do corner = corner + board:neighbours(corner) end
      return corner * board.empty
    end
    local corners = board.edge:where(function(p) return #board:neighbours(p) == 2 and #near(p) >= 16 end)
    local corner = near(me:pick(1, corners, "a corner"))
    me:exchange(function()
      for _ = 1, 2 do me:stone(corner) opponent:stone(corner) end
    end)
  end,
}
