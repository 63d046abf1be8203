return turn {
  name = "A wheel",
  text = "Play the top card of your deck; when it is out, shuffle it again.",
  play = function(me)
    if me.deck.empty then me:reshuffle() end
    me:play(me:draw())
  end,
}
