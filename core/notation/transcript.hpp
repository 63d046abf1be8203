// What was played, as text: the log in the notation of plays, and each move in words.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace gofuda {

struct TranscriptLine {
  std::string who;  // "black", "white", "chance"
  std::string text;
  std::size_t turn = 0;  // in which of the log's turns, from 1
};

// The log of a game as lines, one for each turn and for each change of side within it.
std::vector<TranscriptLine> transcript(const Game& game);
// The same with other words: `text` says what stands for an item of the log, by its number; nothing for "".
std::vector<TranscriptLine> transcript(const Game& game, const std::function<std::string(std::size_t)>& text);

// Who, with what, and which stones: "black: Leap; sets black D4 F5; captures white E4 (undone)".
// What ends an effect: "2 turns left", "until turn 9", "while D4 stands"; "" when nothing does.
std::string until_text(const LastingEffect& e, int turn);
std::string move_text(const Ruleset& rules, const Position& position, const Move& move);

}  // namespace gofuda
