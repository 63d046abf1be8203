return card {
  name = "Probe",
  text = "Your opponent shows you the counters in his hand, and discards the one that you choose.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent)
    local counter = me:pick_card(opponent.hand, "must", function(card) return card.kind == "counter" end)
    if not counter then cannot("your opponent holds no counter") end
    opponent:discard(counter)
  end,
}
