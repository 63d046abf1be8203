return card {
  name = "Exchange",
  text = "Instead of your move: you place a stone, your opponent answers it with one, you place another.",
  kind = "replace",
  traits = { when = "hand" },
  options = {
    counters = { "barred", "allowed", text = "May counters answer the moves of the exchange?" },
  },
  play = function(me, opponent, board, this)
    local function moves()
      me:stone()
      opponent:stone()
      me:stone()
    end
    if this.option.counters == "barred" then me:exchange(moves) else moves() end
  end,
}
