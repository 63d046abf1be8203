local function helper(me, board) return me == 3 or board.empty == 1 end

return card {
  name = "Odd",
  text = "All of this may be right.",
  options = { hand = { "three", "four", text = "?" }, wall = { 1, 2 }, bold = { true, false } },
  traits = { doubles = true },
  play = function(me, opponent, board, this)
    if this.option.hand == "four" or this.option.wall == 2 or this.option.bold == true then me:skip() end
    if this.doubles == 2 or this.kind == "shape" or me.name == "white" then me:skip() end
    if this.option.wall > 1 and board.turn <= 3 and me.captured ~= 0 and me.scored < 0.5 then me:skip() end
    local last = opponent.last_move
    if last == nil or last.card == nil or last.card.id == "keima" then me:skip() end
    local what = me.stones
    while #what > 3 do
      if what == 3 then break end
      what = #what
    end
    local n = board.empty
    for _ = 1, 3 do n = n == 3 and 3 or 3 end
    if n == 3 then me:skip() end
    local later = board.empty
    local function change() later = 3 end
    change()
    if later == 3 then me:skip() end
    local either = #what > 2 and me.hand or 3
    if either == 3 then me:skip() end
    local noted = me:noted(this)
    if noted == "D4" or noted == board.none then me:skip() end
    local mine, theirs = me:both(function(side) return side:choose("one", "two") end)
    if mine == "three" or theirs == 3 then me:skip() end
    local distance = board:distance(me.stones, opponent.stones)
    if distance == 1 or distance == nil then me:skip() end
    local list = { me.stones, 3 }
    for i, x in ipairs(list) do
      if x == 3 or i == 2 then me:skip() end
    end
    for card in me.hand:each() do
      if card.doubles == "yes" or card == this or card.id == this.id then me:skip() end
    end
    local few = board.empty:where(function(p) return p == last:placed() or #board:liberties(p) == 1 end)
    goto done
    few = 3
    ::done::
    if few == board.none or helper(3, { empty = 1 }) then me:skip() end
    local way = me:choose("up", "down")
    way = way == "up" and 1 or 2
    if way == 1 then me:skip() end
    me = 3
    if me == 3 then board = nil end
  end,
  may_announce = function(me, this, board) return me.name == "black" and #me.hand > 2 and board.turn == 3 end,
  announce = function(me, ...)
    local x, y = ...
    if x == 3 or y == 4 or me.secret.name == "black" then return end
  end,
}
