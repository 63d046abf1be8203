local function last_of(side) return side.last_mvoe end
local function stands(side) return last_of(side) and not side.name == "black" end

return card {
  name = "Far",
  text = "Through two helpers, and by 'not' in the wrong place.",
  play = function(me, opponent, board, this)
    if stands(opponent) and board.empty == false then me:lay_aside(this) end
    if opponent.last_move == board or this == "Far" then me:skip() end
  end,
}
