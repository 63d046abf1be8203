local function count(what) return #what end
local function size(what) return what and #what or 0 end
local kept = { size = size }

return card {
  name = "Well",
  text = "Helpers that are called with this and that, and comparisons with ~= that always hold and do no harm.",
  play = function(me, opponent, board, this)
    local function named(x) return x.name end
    local all = { named }
    local function wide(x) return x ~= me and x.width end
    because(tostring(wide(me)))
    for _ = 1, 2 do
      because(tostring(wide(board)))
      wide = named
    end
    local n = count(me.hand) + count(me.stones) + size(nil) + kept.size(board.empty)
    if board.empty ~= false and me.last_move ~= true and n ~= 0 then me:place(me:pick(1, board.empty)) end
    because(all[1](this) .. named(me))
  end,
}
