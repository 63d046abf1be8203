return card {
  name = "Well",
  text = "What may be left out is, and what is not known is not judged.",
  tokens = { "coin" },
  play = function(me, opponent, board, this)
    local where, how_many, found
    if #me.stones > 5 then where = me.stones else where = board.empty end
    for stone in me.stones:each() do found = stone end
    if found then board:remove(found) end
    local either = #where > 2 and "two" or 2
    local function some(points) return points, 3 end
    opponent:forbid(board:neighbours(me.stones))
    opponent:forbid(some(board.edge))
    me:place(me:pick(1, 2, where, nil))
    me:place(me:pick(1, board.empty, nil))
    me:score(0.5)
    me:score(tonumber(either) or 2)
    me:lay_aside(this, nil, { turns = 2 })
    me:pick_card(me.hand, "must", function(card) return card ~= this end)
    me:pick_card(me.hand, nil, nil, "what for")
    me:choose("one", "two", "how many of them")
    if how_many == nil then how_many = 1 end
    me:gain("coin", how_many)
    board:lot(how_many, board.empty)
  end,
}
