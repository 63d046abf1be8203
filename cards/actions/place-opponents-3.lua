return card {
  name = "Place opponent's 3 stones",
  text = "Place three of your opponent's stones on any empty points. They land together, as one move, and may not be suicidal.",
  options = {
    fewer = { "no", "yes", text = "May fewer stones be placed?" },
  },
  play = function(me, opponent, board, this)
    local least = this.option.fewer == "yes" and 1 or 3
    opponent:place(me:pick(least, 3, board.empty))
  end,
}
