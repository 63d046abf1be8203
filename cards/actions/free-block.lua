-- Was a move of the same turn before this one undone?
local function one_was_undone(move)
  local before = move.previous
  while before and before.turn == move.turn do
    if before.undone then return true end
    before = before.previous
  end
  return false
end

return card {
  name = "Free block",
  text = "Lay this card aside; your turn is over. Later you may play it right after a move of your opponent and undo that move.",
  traits = { doubles = "no" },
  options = {
    held = { "hidden", "open", text = "How it lies while it is held." },
    after = { "pass", "move", text = "After undoing a move you pass, or you make your move as usual." },
    burns = { "no", "yes", text = "When you pass after undoing: do you still discard your next card?" },
    on_draw = { "aside", "choice", text = "When drawn it is laid aside, or may undo the opponent's last move at once." },
    double = { "either", "first", "second", text = "Which of the moves that an announced card gives may be undone: any, the first, or those after it. The two plays of Twice alone are not meant." },
    interleave = { "after", "at-once", text = "With after = move, against the first of two: you move after the second, or at once." },
    blocks = { "board", "anything", text = "What can be undone: moves that changed the board, or also skips and cards laid aside." },
    passes = { "no", "yes", text = "May it answer a pass of ordinary Go?" },
    stack = { "no", "yes", text = "May it undo a Free block?" },
    blocked_card = { "spent", "deck", text = "The undone card stays on the discard pile, or goes back on the deck." },
  },
  play = function(me, opponent, board, this)
    local move = opponent.last_move
    if this.option.on_draw == "choice" and move and move.changed and not move.undone
      and me:choose("aside", "undo") == "undo" then
      board:undo(move)
    else
      me:lay_aside(this, this.option.held)
    end
    me:skip()
  end,
  answers = function(move, this)
    local rule = this.option
    if move.is_answer then return rule.stack == "yes" end
    if move.passed then return rule.passes == "yes" end
    local second = move.number > 1
    if one_was_undone(move) then return false end     -- only one of two in a row
    if move.under and rule.double == (second and "first" or "second") then return false end
    return move.changed or rule.blocks == "anything"
  end,
  answer = function(me, opponent, board, this, move)
    local rule = this.option
    board:undo(move)
    if rule.blocked_card == "deck" and move.card then opponent:put_back(move.card) end
    if rule.after == "pass" then
      me:miss_turn()
      local card = rule.burns == "yes" and me:draw()
      if card then me:discard(card) end
    elseif rule.interleave == "at-once" and move.under and move.number == 1 then
      me:discard(this)
      me:move()
    end
  end,
}
