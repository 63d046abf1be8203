return card {
  name = "Gote",
  text = "Instead of your move: your opponent plays first, then you play twice.",
  kind = "replace",
  traits = { when = "immediate" },
  play = function(me, opponent)
    me:exchange(function()
      opponent:stone()
      me:stone()
      me:stone()
    end)
  end,
}
