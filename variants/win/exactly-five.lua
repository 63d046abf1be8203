-- another reading of five.lua: six in a row are no five
local letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
local steps = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } }

return win {
  name = "Exactly five in a row",
  text = "Five of your stones side by side in a row, a column or a diagonal, and no sixth.",
  check = function(me, opponent, board, this)
    local at = {}                                  -- at[column][row]: my stone there
    for i = 0, #letters + 1 do at[i] = {} end
    local stones = {}
    for p in me.stones:each() do
      local name = tostring(p)                     -- such as D4
      local column, row = letters:find(name:sub(1, 1)), tonumber(name:sub(2))
      at[column][row] = p
      stones[#stones + 1] = { column, row }
    end
    for _, stone in ipairs(stones) do
      for _, step in ipairs(steps) do
        local column, row, run, length = stone[1], stone[2], nil, 0
        if not at[column - step[1]][row - step[2]] then
          while at[column][row] do
            run = run and run + at[column][row] or at[column][row]
            column, row, length = column + step[1], row + step[2], length + 1
          end
          if length == 5 then return run end
        end
      end
    end
    return false
  end,
}
