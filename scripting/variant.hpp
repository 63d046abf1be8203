// A game compiled from the files of the library: the core's rules, the scripts behind them and the options chosen.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/ruleset.hpp"
#include "scripting/script.hpp"

namespace gofuda {

// key=value, as `--set` and a dispute's `set:` give it: rules.ko, turn.unplayable, answer-card.after, board.size, deck,
// turn.
using Settings = std::vector<std::pair<std::string, std::string>>;

// More in one `set`, `options` or `rules` of a file, and it is refused.
inline constexpr std::size_t kMostSettings = 500;

// What is set later counts: the key's value, in its place if it was set before.
void put_setting(Settings& settings, const std::string& key, const std::string& value);

struct ChosenOption {
  const ScriptOption* option;
  std::string value;
  std::string origin;  // "default", or the file (or setting) that chose it
};

struct Variant {
  std::shared_ptr<const Ruleset> ruleset;
  std::string id, title, source, text, file;
  std::string turn_id, deck_id;
  std::vector<std::pair<std::string, int>> copies;  // of cards of which the deck has not as many as its file says
  bool common_deck = false, nigiri = false;
  std::shared_ptr<const Script> turn;
  std::vector<std::shared_ptr<const Script>> cards;  // by CardId
  std::size_t deck_cards = 0;                        // so many of them are the deck's, and come first
  std::vector<std::shared_ptr<const Script>> wins;   // by number of the condition
  std::string preset;                                // of its rules; may be empty
  std::map<std::string, std::string> rule_origins;   // where each rule that is set was set: file:line, or --set
  int handicap = 0;                                  // stones that Black begins with
  std::map<std::string, std::map<std::string, ChosenOption>> options;  // script id ("turn" for the turn) -> option name
  std::vector<std::string> files;                                      // every file it was made from, in order
  std::map<std::string, std::shared_ptr<const std::string>> texts;     // of each, as it was read
};

}  // namespace gofuda
