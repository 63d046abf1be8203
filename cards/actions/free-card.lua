return card {
  name = "Free card",
  text = "Lay this card aside; your turn is over. Before any later turn of yours you may announce it and make two moves in a row.",
  traits = { doubles = "no" },
  options = {
    held = { "hidden", "open", text = "How it lies while it is held." },
    discarded = { "after", "before", text = "When it is discarded: after the two moves or before them." },
    counts = { "cards", "plays", "until-skip", text = "What makes two moves: two cards; two single plays, so that Twice is both; or two cards unless the first skips." },
    deck_edge = { "stone", "one-card", "two-cards", text = "With one card left: that card and an ordinary stone, that card alone, or it may not be announced." },
    go_stage = { "yes", "no", text = "May it be announced when the deck is out?" },
  },
  play = function(me, opponent, board, this)
    me:lay_aside(this, this.option.held)
    me:skip()
  end,
  may_announce = function(me, this, board)
    local another_round = me.shuffles + 1 < (board.protocol.rounds or 1)
    local left = #me.deck + (another_round and #me.discarded or 0)
    if left == 0 then return this.option.go_stage == "yes" end
    return left >= 2 or this.option.deck_edge ~= "two-cards"
  end,
  announce = function(me, opponent, board, this)
    local rule = this.option
    if rule.discarded == "before" then me:discard(this) end
    local another_round = me.shuffles + 1 < (board.protocol.rounds or 1)
    local cards = #me.deck
    local moves = me:move()
    if rule.counts == "plays" and moves > 1 then return end
    if rule.counts == "until-skip" and me.last_move.skipped then return end
    if rule.deck_edge == "one-card" and cards > 0 and me.deck.empty and not another_round then return end
    me:move()
  end,
}
