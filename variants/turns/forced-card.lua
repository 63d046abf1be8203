return turn {
  name = "Forced card",
  text = "Place a stone or pass. Instead, you may turn over the top card of your deck; it must be played if it fits anywhere.",
  options = {
    unplayable = { "stone", "pass", "draw-again", text = "A card that fits nowhere is discarded, and you place an ordinary stone, pass, or turn over another." },
  },
  play = function(me, opponent, board, this)
    local rule = this.option.unplayable
    if me.deck.empty or me:choose("stone", "card") == "stone" then return me:stone() end
    repeat
      if me:play(me:draw()) then return end
    until rule ~= "draw-again" or me.deck.empty
    if rule ~= "pass" then me:stone() end
  end,
}
