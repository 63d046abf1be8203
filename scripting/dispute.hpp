// Disputes: a position, what was played, and what the ruling is. Saved games are disputes that expect nothing.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/notation/sgf_board.hpp"
#include "core/notation/tokens.hpp"
#include "scripting/library.hpp"
#include "scripting/tally_file.hpp"

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
  const YamlNode* from = nullptr;  // the position comes from a game record
  std::optional<SgfPosition> record;
  std::optional<std::string> ko;
  const YamlNode* walls = nullptr;
  TallyNodes tally;
  struct PileNames {
    Owner owner;
    Zone zone;
    std::vector<std::string> cards;  // top first
    const YamlNode* node;
  };
  std::vector<PileNames> piles;
  struct EffectName {
    Seat seat;
    std::string card;
    int turns = 0, their_turns = 0, until_turn = 0;
    const YamlNode* until_captured = nullptr;
    const YamlNode* node;
  };
  std::vector<EffectName> effects;
  std::vector<std::string> turned_up;  // cards of other decks that are needed
};

// How the files are read that a dispute names.
struct DisputeFiles {
  // The bytes; nothing with `problem`. Without it, a dispute can name none.
  std::function<std::optional<std::string>(const std::string& name, std::string& problem)> read;
  bool convert = true;  // and whether more may be opened, to convert charsets
};
// Those of the dispute's own folder, and below it: no link may lead out of it.
DisputeFiles files_beside(const std::string& path);

inline constexpr std::size_t kMostDisputeBytes = 8u << 20;  // in YAML; cards that play each other make games long

// A dispute or a saved game, in YAML or as a game record in the Smart Game Format.
std::optional<Dispute> read_dispute(const std::string& path, Diagnostics& out);
std::optional<Dispute> parse_dispute(const std::string& name, std::string_view text, Diagnostics& out,
                                     const DisputeFiles& files = {});
// In YAML alone.
std::optional<Dispute> parse_yaml_dispute(const std::string& name, std::string_view text, Diagnostics& out,
                                          const DisputeFiles& files = {});
std::optional<std::string> read_dispute_text(const std::string& path, Diagnostics& out);

struct CaseResult {
  std::string name;
  bool passed = false;
  std::vector<Diagnostic> failures;      // code "failed"
  std::optional<Verdict> verdict;        // of a refused play
  std::vector<std::string> explanation;  // a line for each step
  std::string board;                     // at the end
};

struct DisputeResult {
  // Mistakes in the file itself, what it expects included, or in the rules it names; and warnings, by which none fails.
  std::vector<Diagnostic> errors;
  std::vector<CaseResult> cases;
  bool mistaken() const;
  bool passed() const;
};

// What need not be made anew where many disputes are judged: the scripts of the games that were judged last.
class KeptScripts {
 public:
  std::unique_ptr<Scripts> take(const std::shared_ptr<const Variant>& variant);  // made, where none are kept
  void give(const std::shared_ptr<const Variant>& variant, std::unique_ptr<Scripts> scripts);

 private:
  static constexpr std::size_t kMost = 4;
  std::vector<std::pair<std::shared_ptr<const Variant>, std::unique_ptr<Scripts>>> kept_;  // the last given last
};

// Judges every reading. Only diagnostics of the files come as errors; a ruling that does not hold is a failure of its
// case.
DisputeResult judge_dispute(Library& library, const Dispute& dispute, bool explain = false,
                            KeptScripts* kept = nullptr);

// A mistake at the word that the plays of the dispute have come to, or of the file as a whole.
void error_at_word(const Dispute& dispute, const Token* word, std::string code, std::string message, Diagnostics& out);

// The game of a dispute's start, before any play. Nothing after a diagnostic.
struct OpenGame {
  std::shared_ptr<const Variant> variant;
  std::unique_ptr<Scripts> scripts;
  std::unique_ptr<Game> game;
};
std::optional<OpenGame> open_dispute(Library& library, const Dispute& dispute, const Settings& settings,
                                     Diagnostics& out, KeptScripts* kept = nullptr);

}  // namespace gofuda
