return card {
  name = "Lamplighter",
  text = "Take one or two lanterns down, or hang one under one of your stones.",
  kind = "before",
  traits = { when = "hand" },
  marks = { "lantern" },
  play = function(me, opponent, board)
    local lit = board:marked("lantern")
    if not lit.empty and me:choose("hang", "take-down", "what to do with a lantern") == "take-down" then
      return board:unmark("lantern", me:pick(1, 2, lit, "the lanterns to put out"))
    end
    board:mark("lantern", me:pick(1, me.stones - lit, "the stone to hang one on"))
  end,
}
