-- Whether so many moves have been played that cards may be drawn.
local function opened(me, opponent, rule)
  local function moves(side)
    if rule.passes == "count" then return side.moves end
    local n, move = 0, side.last_move
    while move and n < rule.opening do
      if not move.passed then n = n + 1 end
      move = move.previous
    end
    return n
  end
  if rule.counted == "each" then return math.min(moves(me), moves(opponent)) >= rule.opening end
  local mine = moves(me)
  return mine >= rule.opening or mine + moves(opponent) >= rule.opening
end

-- The card of this turn, if any: the drawn one when its effect is immediate, otherwise one of the hand.
local function card_of_turn(me, opponent, rule)
  local drawn
  if not me.deck.empty then
    if not opened(me, opponent, rule) then
      because("a card may be drawn once " .. rule.opening .. " moves have been played")
    elseif me:choose("draw", "move") == "draw" then
      drawn = me:take()
    end
  end
  if drawn and drawn.when == "immediate" then return drawn end
  if drawn and rule.drawn == "choice" and me:choose("keep", "discard", "what becomes of the drawn card") == "discard" then me:discard(drawn) end
  local fresh, copies = rule.fresh == "no" and drawn and drawn.id, 0
  if fresh then
    for card in me.hand:each() do
      if card.id == fresh then copies = copies + 1 end
    end
  end
  return me:pick_card(me.hand, "may", function(card)
    return card.kind ~= "counter" and (not fresh or card.id ~= fresh or copies > 1)
  end)
end

-- Declares the card, and carries it out unless it is countered. Whether the ordinary move is still to come.
local function carry_out(me, card, rule)
  local before = card.kind == "before"
  if not me:declare(card) then
    me:discard(card)
    return before or rule.countered_replace == "move"
  end
  if me:play(card) then return before end
  return before or rule.void_replace == "move"
end

local function ordinary_move(me, opponent, board, rule)
  me:stone()
  while rule.countered_stone == "again" and me.last_move.undone do
    me:restrict(board.all - me.last_move:placed())
    me:stone()
  end
  if rule.early_end == "no" and me.last_move.passed and #me.deck + #me.hand + #opponent.hand > 0 then me:skip() end
end

return turn {
  name = "Hand of three",
  text = "You may draw a card, and play one; then you place a stone, unless the card replaces it. At most three cards stay in the hand.",
  cards = { kind = { "before", "replace", "counter" }, when = { "hand", "immediate" } },
  options = {
    opening = { 8, 0, 4, 12, 16, text = "How many moves are played before a card may be drawn." },
    counted = { "together", "each", text = "Whether these are the moves of both sides together, or of each side." },
    passes = { "count", "do-not-count", text = "Whether passes are among these moves." },
    drawn = { "keep", "choice", text = "A drawn hand card goes into the hand, or may be discarded at once." },
    fresh = { "yes", "no", text = "May a hand card be played in the turn in which it is drawn?" },
    countered_stone = { "lost", "again", text = "After an ordinary stone is countered the turn is over, or another stone is placed elsewhere." },
    countered_replace = { "move", "lost", text = "After a card that replaces the move is countered there is an ordinary move, or none." },
    void_replace = { "move", "lost", text = "When a card that replaces the move cannot take effect there is an ordinary move, or none." },
    early_end = { "yes", "no", text = "May passes end the game while there are cards in the pile or in a hand?" },
  },
  play = function(me, opponent, board, this)
    local rule = this.option
    local card = card_of_turn(me, opponent, rule)
    if not card or carry_out(me, card, rule) then ordinary_move(me, opponent, board, rule) end
    while #me.hand > 3 do
      me:discard(me:pick_card(me.hand, "must", nil, "to discard: at most three stay in the hand"))
    end
  end,
}
