return card {
  name = "Twice",
  text = "Turn over your next card at once and play it twice. Miss a turn, Free card and Free block are not doubled; as your last card it lapses.",
  traits = { doubles = "no" },
  options = {
    mode = { "in-turn", "at-once", text = "The doubled card is played twice in succession, or as one play of double size." },
    undone_as = { "one", "each", text = "To a card that undoes moves: the two plays are one move, or a move each." },
    change = { "once", "twice", text = "How often Change is played." },
    second = { "lost", "both-lost", "required", text = "When the second play is impossible: it is lost, both are lost, or the first must be chosen so that it is possible." },
    never = { "lost", "once", "deck", text = "With second = required, a card that cannot be played twice in any way is discarded, is played once, or stays on the deck." },
    last = { "pass", "stone", "new-deck", text = "As the last card: a pass, an ordinary stone, or one card of the newly shuffled deck, if there is to be one, played once." },
    twice = { "lapses", "quadruple", "next-two", text = "When the next card is Twice again." },
  },
  play = function(me, opponent, board, this)
    local rule = this.option
    me:discard(this)
    local card = me:draw()
    if not card then
      if rule.last ~= "stone" then because("it was the last card of the deck") end
      if rule.last == "stone" then return me:stone() end
      if rule.last == "pass" or me.shuffles + 1 >= (board.protocol.rounds or 1) then return me:skip() end
      me:reshuffle()
      card = me:draw()
      return card and me:play(card)
    end
    local times = 2
    if card.doubles == "no" then
      because("the next card is not one that is played twice")
      times = 1
    end
    if card.doubles == "change" and rule.change == "once" then
      because("the next card is played once")
      times = 1
    end
    if card.id == this.id and rule.twice == "next-two" then times = 2 end
    if card.id == this.id and rule.twice == "quadruple" then
      me:discard(card)
      card, times = me:draw(), 4
      if not card then return me:skip() end
    end
    if rule.mode == "at-once" then return me:play(card, times) end
    if rule.second == "required" and times > 1 and not me:can_play(card, times) then
      if rule.never == "deck" then cannot("the next card cannot be played twice") end
      if rule.never == "lost" then return me:discard(card), me:skip() end
      times = 1
    end
    local function plays()
      for n = 1, times do
        local played = me:play(card)
        if not played and n > 1 and rule.second == "required" then refuse("the second play must be possible too") end
        if not played and n > 1 and rule.second == "both-lost" then board:undo(me.last_move.previous) end
        if not played then return end
      end
    end
    if rule.undone_as == "one" then me:as_one_move(plays) else plays() end
  end,
}
