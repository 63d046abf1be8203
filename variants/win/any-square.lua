-- another reading of square.lua: a square of any size, upright or tilted
local letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

return win {
  name = "Any square",
  text = "Four of your stones on the corners of a square of any size, upright or tilted.",
  check = function(me, opponent, board, this)
    local at, stones = {}, {}                      -- at["column row"]: my stone there
    for p in me.stones:each() do
      local name = tostring(p)                     -- such as D4
      local column, row = letters:find(name:sub(1, 1)), tonumber(name:sub(2))
      at[column .. " " .. row] = p
      stones[#stones + 1] = { column = column, row = row, point = p }
    end
    for _, a in ipairs(stones) do
      for _, b in ipairs(stones) do
        local dx, dy = b.column - a.column, b.row - a.row
        if dx > 0 and dy >= 0 then                 -- one side; the others are the same, turned
          local c = at[(b.column - dy) .. " " .. (b.row + dx)]
          local d = at[(a.column - dy) .. " " .. (a.row + dx)]
          if c and d then return a.point + b.point + c + d end
        end
      end
    end
    return false
  end,
}
