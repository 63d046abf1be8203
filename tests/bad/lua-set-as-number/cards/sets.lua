return card {
  name = "Sets",
  text = "A set is no number, and what is misspelt is found without being run.",
  play = function(me, opponent, board)
    if me.stones == 3 or board.turn == 4 then me:place(me:pick(1, board.empty)) end
    if me.hand ~= 0 then borad:remove(me.stones) end
  end,
}
