return card {
  name = "Kifu",
  text = "Look through the discard pile and take a counter into your hand.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me)
    local found = me:pick_card(me.discarded, "must", function(card) return card.kind == "counter" end)
    if not found then cannot("there is no such counter") end
    me:keep(found)
  end,
}
