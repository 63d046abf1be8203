return card {
  name = "Place your 3 stones",
  text = "Place 3 of your stones on any empty points. They land together, as one move.",
  options = {
    fewer = { "no", "yes", text = "May fewer stones be placed?" },
  },
  play = function(me, opponent, board, this)
    local least = this.option.fewer == "yes" and 1 or 3
    me:place(me:pick(least, 3, board.empty))
  end,
}
