// Where the numbers of a batch come from: everything that decides the course of its games.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/lab/runner/runner.hpp"

namespace gofuda::lab {

struct Provenance {
  std::string program, variant, title, black, white, keep;
  std::string from;                   // the file with the position where the games begin; among `files`, too
  std::vector<std::string> settings;  // key=value
  std::uint64_t seed = 1, games = 0;  // games: as many as were asked for
  std::optional<std::uint64_t> deal_seed;
  int most_turns = 0, komi = 0;
  std::vector<std::pair<std::string, std::string>> files;              // path and SHA-256
  std::vector<std::pair<std::string, std::string>> cards, conditions;  // id and name

  std::string short_text() const;  // variant, settings and players, in a line
  // What plays the games, as it would be typed; without what is kept of them, and where.
  std::string command() const;
  std::string common_words() const;  // its options that other commands have, too: --set to --seed
  // What keeps games of the other from standing beside games of this: one line each. Where the files are does not
  // matter, nor how many games were asked for.
  std::vector<std::string> differences(const Provenance& other) const;
};

std::string shell_word(const std::string& word);  // quoted where a shell needs it
// Of a file that anybody may have written: are these none, or `first` and words as shell_word() writes them, with
// blanks between, so that a shell takes them for nothing else?
bool are_shell_words(const std::string& text, std::string_view first);
inline constexpr std::string_view kProgram = "gofuda ";  // which each command begins with
bool is_one_line(const std::string& text);               // without control characters

// Of the variant, the settings and the players: the same wherever they stand in a plan.
std::string cell_id(const Provenance& p);
// In an order that does not depend on how they were written: what changes the deck or the turn comes before the
// options.
Settings in_order(Settings settings);

using FileHashes = std::map<std::string, std::pair<std::string, std::string>>;  // by path: as shown, and SHA-256
// Names a file that the games depend on. `bytes()`, which says what is in it, is called where it is not `known` yet.
void add_file(Provenance& p, FileHashes& known, const std::string& path, const std::function<std::string()>& bytes);
// What the plan's own words say, without its rules.
Provenance words_of(const Plan& plan, const std::string& variant, const std::string& keep, std::uint64_t games);
// `known`: of files that were read before, to which those of this plan are added.
Provenance provenance_of(const Plan& plan, const std::string& keep, std::uint64_t games, FileHashes& known);
Provenance provenance_of(const Plan& plan, const std::string& keep, std::uint64_t games);  // nothing known

}  // namespace gofuda::lab
