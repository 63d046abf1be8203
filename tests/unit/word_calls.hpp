// How each word of scripts is said, for tests that go through all of them.
#pragma once

#include <map>
#include <string>

#include "scripting/api.hpp"

namespace gofuda::test {

// A call of each method of a seat, the board and of nothing, with arguments that are in order: those that act, and
// those that only look.
inline const std::map<std::string, std::string> kActs = {
    {"pick", "(1, board.empty)"},
    {"choose", "('a')"},
    {"place", "(board.empty)"},
    {"stone", "()"},
    {"restrict", "(board.empty)"},
    {"forbid", "(board.empty, 2)"},
    {"exchange", "(print)"},
    {"move", "()"},
    {"skip", "()"},
    {"miss_turn", "()"},
    {"as_one_move", "(print)"},
    {"pick_card", "(me.hand)"},
    {"draw", "()"},
    {"take", "()"},
    {"play", "(this, 2)"},
    {"announce", "()"},
    {"lay_aside", "(this, 'open', { turns = 2, their_turns = 3, until_turn = 9 })"},
    {"discard", "(this)"},
    {"keep", "(this)"},
    {"give", "(this)"},
    {"put_back", "(this)"},
    {"reshuffle", "()"},
    {"reveal", "(this)"},
    {"look", "(me.deck, 1)"},
    {"show", "(me.deck, 1)"},
    {"order", "(me.deck, 1)"},
    {"declare", "(this)"},
    {"note", "(this, 'x')"},
    {"open_note", "(this)"},
    {"erase", "(this)"},
    {"remove", "(board.stones)"},
    {"recolour", "(board.stones, me)"},
    {"Board:move", "(board.none, board.none)"},
    {"slide", "(board.stones, 'up', 1)"},
    {"settle", "()"},
    {"suicidal", "('die')"},
    {"may_repeat", "()"},
    {"no_repeat", "()"},
    {"each_by_itself", "()"},
    {"undo", "(move)"},
    {"lot", "(1, board.empty)"},
    {"toss", "('a')"},
    {"gain", "('coin', 1)"},
    {"pay", "('coin', 1)"},
    {"score", "(1)"},
    {"both", "(print)"},
    {"wall", "(board.empty)"},
    {"unwall", "(board.walls)"},
    {"mark", "('holy', board.all)"},
    {"unmark", "('holy', board.all)"},
    {"refuse", "('x')"},
    {"cannot", "('x')"},
};
inline const std::map<std::string, std::string> kLooks = {
    {"can_play", "(this, 2)"},
    {"noted", "(this)"},
    {"points", "('A1')"},
    {"neighbours", "(board.none)"},
    {"chain", "(board.none)"},
    {"liberties", "(board.none)"},
    {"with_liberties", "(board.none, 1)"},
    {"in_chains_of", "(board.none, 2, 3)"},
    {"region", "('corner')"},
    {"because", "('x')"},
    {"row", "(1)"},
    {"column", "('A')"},
    {"diagonals", "(board.none)"},
    {"ray", "(board.none, 'up')"},
    {"line", "(board:points('A1'), board:points('C3'))"},
    {"way", "(board.none, board.none)"},
    {"distance", "(board.none, board.none)"},
    {"within", "(board.none, 2)"},
    {"connected", "(board.none, board.none)"},
    {"surrounded_by", "(board.none)"},
    {"enclosed_by", "(board.none)"},
    {"marked", "('holy')"},
};

// The same of the objects that come and go.
inline const std::map<std::string, std::string> kOfThings = {
    {"Points:contains", "(board.all)"},
    {"Points:touches", "(board.all)"},
    {"Points:each", "()"},
    {"Points:where", "(function() return true end)"},
    {"Points:first", "()"},
    {"Points:shifted", "(1, 1)"},
    {"Points:reflected", "('rows')"},
    {"Points:turned", "(1)"},
    {"Move:placed", "()"},
    {"Move:recoloured", "()"},
    {"Move:captured", "()"},
    {"Move:removed", "()"},
    {"Move:standing", "()"},
    {"Pile:each", "()"},
    {"Pile:holds", "(this)"},
    {"Pile:random", "()"},
};

inline std::string thing(const std::string& object) {
  return object == "Seat"     ? "me"
         : object == "Board"  ? "board"
         : object == "Points" ? "board.all"
         : object == "Card"   ? "this"
         : object == "Pile"   ? "me.hand"
                              : "me.last_move";
}

// "me:take()", "board.all.row"; "" for an operator and for a word that no call is known of.
inline std::string said(const ApiWord& w) {
  const std::string object = w.object, name = w.name();
  if (name.starts_with("__")) return "";
  if (w.property) return thing(object) + "." + name;
  for (const auto* calls : {&kActs, &kLooks, &kOfThings})
    for (const std::string& key : {object + ":" + name, name})
      if (const auto it = calls->find(key); it != calls->end() && (calls != &kOfThings || key != name))
        return (object.empty() ? "" : thing(object) + ":") + name + it->second;
  return "";
}

}  // namespace gofuda::test
