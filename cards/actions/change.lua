return card {
  name = "Change",
  text = "The stones your opponent placed with his previous move change colour. What that move captured stays off the board.",
  traits = { doubles = "change" },
  options = {
    after_skip = { "vanishes", "earlier", text = "When the opponent's last turn was a skip: Change does nothing, or takes the move before." },
    no_target = { "turn-over", "draw-again", text = "When there is nothing to change: the turn is over, or you draw another card." },
    recoloured = { "count", "do-not-count", text = "Do stones that the move recoloured count as placed?" },
    reach = { "play", "turn", text = "After two plays in a row: the last one only, or all of the turn." },
    captured = { "stay-off", "refill", text = "Points of the move that are empty now stay so, or get a stone of the new colour." },
    suicidal = { "skip", "refuse", "die", text = "Stones that would have no liberty keep their colour, make Change void, or come off." },
    after_block = { "nothing", "earlier", text = "When the opponent's last move was undone: Change does nothing, or takes the move before." },
    again = { "back", "earlier", text = "When Change is played twice: the second play changes the same stones back, or takes the move before." },
  },
  play = function(me, opponent, board, this)
    local rule = this.option
    local move = opponent.last_move
    while move and (move.skipped and rule.after_skip == "earlier" or move.undone and rule.after_block == "earlier") do
      move = move.previous
    end
    local mine = me.last_move
    if mine and mine.card == this and mine.turn == board.turn then     -- the second of two
      move = rule.again == "back" and mine or move and move.previous
    end
    if not move or move.skipped or move.undone then
      local card = rule.no_target == "draw-again" and me:draw()
      if card then me:play(card) end
      return
    end
    board:suicidal(rule.suicidal)
    local turn = move.turn
    repeat
      for _, side in ipairs { me, opponent } do
        local stones = move:placed(side)
        if rule.recoloured == "count" then stones = stones + move:recoloured(side) end
        local fill = stones * board.empty
        board:recolour(stones * side.stones, side.opponent)
        if rule.captured == "refill" then side.opponent:place(fill) end
      end
      move = move.previous
    until rule.reach == "play" or not move or move.turn ~= turn
  end,
}
