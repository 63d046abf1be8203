return card {
  name = "Ladder",
  text = "Choose a chain of your opponent's with two liberties. Up to three times you play on one of them, and he must run to the other.",
  kind = "before",
  traits = { when = "hand" },
  play = function(me, opponent, board)
    local function exits(stone) return #board:liberties(stone) == 2 and board:liberties(stone) * me.legal or board.none end
    local runners = board:with_liberties(opponent.stones, 2):where(function(p) return not exits(p).empty end)
    local runner = me:pick(1, runners)
    me:exchange(function()
      for _ = 1, 3 do
        if exits(runner).empty then return end
        me:stone(exits(runner))
        opponent:restrict(board:liberties(runner), "must")
        opponent:stone()
      end
    end)
  end,
}
