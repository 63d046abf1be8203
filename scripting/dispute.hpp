// Disputes: a position, what was played, and what the ruling is. Saved games are disputes that expect nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/notation/tokens.hpp"
#include "scripting/library.hpp"

namespace gofuda {

inline constexpr std::size_t kMostReadings = 64;       // the main one among them
inline constexpr std::size_t kMostTokens = 1'000'000;  // that all of them play

struct DisputeCase {  // the main reading, or one of `otherwise`
  std::string name;   // "the ruling", or the settings of the other reading
  Settings settings;
  std::shared_ptr<const std::vector<Token>> tokens;  // shared by the readings that play the same
  const YamlNode* expect = nullptr;
};

struct Dispute {
  std::shared_ptr<YamlFile> file;
  std::string title, ruling, reason, source, variant;
  std::vector<std::string> rulings;
  std::vector<DisputeCase> cases;
  // the start
  Seat to_move = Seat::black;
  bool has_to_move = false, shuffled = false;
  ChanceKey key;
  const YamlNode* board = nullptr;
  std::optional<std::string> ko;
  struct PileNames {
    Owner owner;
    Zone zone;
    std::vector<std::string> cards;  // top first
    const YamlNode* node;
  };
  std::vector<PileNames> piles;
  std::vector<std::string> turned_up;  // cards of other decks that are needed
};

std::optional<Dispute> read_dispute(const std::string& path, Diagnostics& out);
std::optional<Dispute> parse_dispute(const std::string& name, std::string_view text, Diagnostics& out);

struct CaseResult {
  std::string name;
  bool passed = false;
  std::vector<Diagnostic> failures;      // code "failed"
  std::optional<Verdict> verdict;        // of a refused play
  std::vector<std::string> explanation;  // a line for each step
  std::string board;                     // at the end
};

struct DisputeResult {
  std::vector<Diagnostic> errors;  // mistakes in the file itself, what it expects included, or in the rules it names
  std::vector<CaseResult> cases;
  bool passed() const;
};

// Judges every reading. Only diagnostics of the files come as errors; a ruling that does not hold is a failure of its
// case.
DisputeResult judge_dispute(Library& library, const Dispute& dispute, bool explain = false);

// The game of a dispute's start, before any play. Nothing after a diagnostic.
struct OpenGame {
  std::shared_ptr<const Variant> variant;
  std::unique_ptr<Scripts> scripts;
  std::unique_ptr<Game> game;
};
std::optional<OpenGame> open_dispute(Library& library, const Dispute& dispute, const Settings& settings,
                                     Diagnostics& out);

}  // namespace gofuda
