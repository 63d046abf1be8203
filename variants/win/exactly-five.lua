-- another reading of five.lua: six in a row are no five
local steps = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } }

return win {
  name = "Exactly five in a row",
  text = "Five of your stones side by side in a row, a column or a diagonal, and no sixth.",
  check = function(me, opponent, board)
    local mine = me.stones
    for _, step in ipairs(steps) do
      local function moved(points, n) return points:shifted(n * step[1], n * step[2]) end
      local first = mine - moved(mine, 1) - moved(mine, -5)      -- none before it, no sixth
      for n = 1, 4 do first = first * moved(mine, -n) end
      local row = first
      for n = 1, 4 do row = row + moved(first, n) end
      if not row.empty then return row end
    end
    return false
  end,
}
