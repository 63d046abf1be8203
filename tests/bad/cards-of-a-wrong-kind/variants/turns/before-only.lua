return turn {
  name = "Before only",
  text = "A card before every stone.",
  cards = { kind = { "before" }, when = { "hand", "immediate" } },
  play = function(me)
    local card = me:draw()
    if card then me:play(card) end
    me:stone()
  end,
}
