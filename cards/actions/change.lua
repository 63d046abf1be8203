-- The second play of a doubled card, when it was impossible, is lost: it is no move.
local function lost(move)
  local before = move.previous
  return move.unplayable and before and before.turn == move.turn and before.card == move.card
end

-- Is this move none that Change takes, but the one before it may be?
local function passed_over(move, rule)
  if lost(move) then return true end
  local before = move.previous
  local placed_nothing = move.undone or move.unplayable and rule.unplayable == "move"
  if rule.reach == "turn" and placed_nothing and before and before.turn == move.turn then return true end
  if move.undone then return rule.after_block == "earlier" end
  if move.unplayable and rule.unplayable == "move" then return false end
  return move.skipped and rule.after_skip == "earlier"
end

-- Why there is nothing to change.
local function why(move, blocked)
  if blocked then return "your opponent's last card undid a move of this turn" end
  if not move then return "your opponent has made no move that could be changed" end
  if move.undone then return "your opponent's last move was undone" end
  return "your opponent's last turn was a skip"
end

return card {
  name = "Change",
  text = "The stones your opponent placed with his previous move change colour. What that move captured stays off the board.",
  traits = { doubles = "change" },
  options = {
    after_skip = { "vanishes", "earlier", text = "When the opponent's last turn was a skip: Change does nothing, or takes the move before." },
    unplayable = { "skip", "move", text = "A card of his that could not take effect is a skip like others, or a move that placed nothing, as a Change or a Delete that found no stones always is." },
    no_target = { "turn-over", "draw-again", text = "When there is nothing to change: the turn is over, or you draw another card." },
    recoloured = { "count", "do-not-count", text = "Do stones that the move recoloured count as placed?" },
    reach = { "play", "turn", text = "After two plays in a row: the last one only, or all of the turn." },
    captured = { "stay-off", "refill", text = "Points of the move that are empty now stay so, or get a stone of the new colour." },
    suicidal = { "skip", "refuse", "die", text = "Stones that would have no liberty keep their colour, make Change void (unless rules.suicide lets them come off), or come off." },
    after_block = { "nothing", "earlier", text = "When the opponent's last move was undone: Change does nothing, or takes the move before." },
    again = { "back", "earlier", text = "When Change is played twice: the second play changes the same stones back, or takes the move before." },
  },
  play = function(me, opponent, board, this)
    local rule = this.option
    local move, mine = opponent.last_move, me.last_move
    local blocked = mine and mine.undone and mine.turn == board.turn and not (move and move.turn == board.turn)
    while move and passed_over(move, rule) do move = move.previous end
    if mine and mine.card == this and mine.turn == board.turn and not mine.undone then     -- the second of two
      move = rule.again == "back" and mine or move and move.previous
    elseif blocked and rule.after_skip == "vanishes" then     -- his last act in this turn of mine undid a move of it
      move = nil
    end
    if not move or move.skipped or move.undone then
      because(why(move, blocked and rule.after_skip == "vanishes"))
      local card = rule.no_target == "draw-again" and me:draw()
      if card then me:play(card) end
      return
    end
    board:suicidal(rule.suicidal)
    local turn, found = move.turn, board.none
    repeat
      for _, side in ipairs { me, opponent } do
        local points = move:placed(side)
        if rule.recoloured == "count" then points = points + move:recoloured(side) end
        local stones = points * move:standing(side)
        found = found + stones
        board:recolour(stones, side.opponent)
        if rule.captured == "refill" and not move.undone then side.opponent:place(points * board.empty) end
      end
      move = move.previous
    until rule.reach == "play" or not move or move.turn ~= turn
    if found.empty then because("no stone that the move placed still stands") end
  end,
}
