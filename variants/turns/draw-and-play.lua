return turn {
  name = "Draw and play",
  text = "Turn over the top card of your deck and play it. When the deck is out, place ordinary stones. Cards laid aside may be announced first.",
  options = {
    rounds = { 1, 2, 3, 4, text = "How often each deck is played through; it is shuffled in between, without the cards laid aside." },
    shuffled = { "when-needed", "at-once", text = "With another round to come the deck is shuffled when its owner has no card to draw, or at the end of the turn that took the last one." },
    when_out = { "go-on", "wait", text = "When your deck is out before your opponent's: you go on, or wait for him." },
    unplayable = { "pass", "draw-again", "keep", "stone", text = "A card that cannot be played is discarded and the turn is over, or you draw another, keep it for a later turn, or place an ordinary stone." },
    mandatory = { "yes", "no", text = "Must a card be carried out that harms you?" },
    may_pass = { "no", "yes", text = "May you pass instead of drawing a card?" },
    announced = { "before-drawing", "after-drawing", text = "When cards laid aside are announced: before the card is turned over, or after." },
  },
  play = function(me, opponent, board, this)
    local rule = this.option
    if rule.announced ~= "before-drawing" or not me:announce() then me:move() end
    if rule.shuffled == "at-once" and me.deck.empty and me.shuffles + 1 < rule.rounds then
      local waits = rule.when_out == "wait" and not opponent.deck.empty and opponent.shuffles <= me.shuffles
      if not waits then me:reshuffle() end
    end
  end,
  move = function(me, opponent, board, this)
    local rule = this.option
    if rule.may_pass == "yes" and not me.deck.empty and me:choose("draw", "pass") == "pass" then return me:skip() end
    local card = rule.unplayable == "keep" and me:pick_card(me.hand) or me:draw()
    if not card then
      local behind = not opponent.deck.empty and opponent.shuffles <= me.shuffles
      if rule.when_out == "wait" and behind then return me:skip() end
      if me.shuffles + 1 < rule.rounds then
        me:reshuffle()
        card = me:draw()
      end
    end
    if rule.announced == "after-drawing" and #me.aside + #me.shown > 0 then
      if card then me:put_back(card) end
      if me:announce() then return end
      card = card and me:draw()
    end
    if not card then return me:stone() end
    if rule.mandatory == "no" and me:choose("play", "decline") == "decline" then
      me:discard(card)
      return me:skip()
    end
    local left = rule.unplayable == "keep" and #me.deck
    if me:play(card) then return end
    if rule.unplayable == "draw-again" then return me:move() end
    -- An answering card may have put it back on the deck.
    if rule.unplayable == "keep" and #me.deck <= left then me:keep(card) end
    if rule.unplayable == "stone" then me:stone() end
  end,
}
