-- Deals Black the luck that the study asks about: Twice directly before Replace, and all else in the order of the shuffle.
-- Black's Twice is left out where it lies and played where Replace lies, which is a shuffle in which the two lie together.
return turn {
  name = "Draw and play, Replace after Twice",
  text = "Turn over the top card of your deck and play it; when the deck is out, place ordinary stones. Black's Twice comes directly before Black's Replace.",
  options = {
    pair = { "twice", "once", "apart", text = "Black plays Replace twice; or once, as if Twice were not to double it; or the two cards lie where the shuffle has put them." },
    comes = { "shuffled", "last", text = "The two come where the shuffle has put Replace, or as the last of Black's cards." },
  },
  play = function(me, opponent, board, this)
    if not me:announce() then me:move() end
  end,
  move = function(me, opponent, board, this)
    local rule = this.option
    local paired = me.name == "black" and rule.pair ~= "apart"
    local card = me:draw()
    while paired and card and (card.id == "twice" or (card.id == "replace" and rule.comes == "last")) do
      if card.id == "replace" then me:keep(card) else me:discard(card) end
      card = me:draw()
    end
    if not card and not me.hand.empty then
      card = me.hand.top
      me:reveal(card)
    end
    if not card then return me:stone() end
    if not (paired and card.id == "replace") then return me:play(card) end
    me:as_one_move(function()
      if me:play(card) and rule.pair == "twice" then me:play(card) end
    end)
  end,
}
