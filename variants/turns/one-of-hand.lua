return turn {
  name = "One of your hand",
  text = "Play a card of your hand, then draw one. When none can be played, discard one instead: that is a pass.",
  hand = true,
  options = {
    discard = { "when-stuck", "always", text = "May a card be discarded only when none can be played, or in any turn?" },
  },
  play = function(me, opponent, board, this)
    local passes = this.option.discard == "always" and not me.hand.empty and me:choose("play", "discard") == "discard"
    local card = not passes and me:pick_card(me.hand, "must", function(card) return me:can_play(card) end, "to play")
    if card then
      me:play(card)
    else
      local spare = me:pick_card(me.hand, "must", nil, passes and "to discard" or "to discard: none can be played")
      if spare then me:discard(spare) end
      me:skip()
    end
    me:take()
  end,
}
