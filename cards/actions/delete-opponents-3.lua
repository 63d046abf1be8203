return card {
  name = "Delete opponent's 3 stones",
  text = "Take three of your opponent's stones off the board.",
  options = {
    shortage = { "all", "void", text = "With fewer than three stones: all of them go, or the card has no effect." },
  },
  play = function(me, opponent, board, this)
    local n = this.option.shortage == "all" and math.min(3, #opponent.stones) or 3
    board:remove(me:pick(n, opponent.stones))
  end,
}
