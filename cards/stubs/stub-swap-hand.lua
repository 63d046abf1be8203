return card {
  name = "Swap hands",
  text = "You and your opponent exchange the cards in your hands.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent)
    local function cards(side)
      local list = {}
      for card in side.hand:each() do list[#list + 1] = card end
      return list
    end
    local mine, theirs = cards(me), cards(opponent)
    for _, card in ipairs(mine) do me:give(card) end
    for _, card in ipairs(theirs) do opponent:give(card) end
  end,
}
