// A start and what is played from it, as a dispute has it, judged under two readings.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/notation/tokens.hpp"
#include "core/stage.hpp"
#include "tools/lab/finding/lockstep.hpp"

namespace gofuda::lab {

struct Word {
  std::string who, text;  // a bracket with its brackets
  friend bool operator==(const Word&, const Word&) = default;
};

struct Scene {
  Stage stage;
  std::vector<std::vector<Word>> turns;  // what is played
};

// What was answered, as a file says it; and how a position is set up there, as far as a file can say it.
std::vector<Word> words_of(const Ruleset& rules, const Log& log);
Stage stage_of(const Ruleset& rules, const Position& p);

// How large it is.
struct SceneSize {
  std::size_t stones = 0, cards = 0, words = 0;
  friend auto operator<=>(const SceneSize&, const SceneSize&) = default;
  std::size_t all() const { return stones + cards + words; }
};
SceneSize size_of(const Scene& scene);

// What can be expected of a scene under one reading.
struct Seen {
  enum class Came : std::uint8_t { played, refused, not_asked, failed } came = Came::failed;
  Verdict verdict;
  std::array<PointSet, 3> points;  // by colour
  std::array<int, 2> prisoners{};
  Cards cards;
  bool over = false;
  std::string result, winner;
  Seat to_move = Seat::black;
  std::string asks;  // "black: points"; "" when nothing is asked
};

// One set of rules, ready to judge scenes.
class Bench {
 public:
  explicit Bench(const Reading& reading);
  // Nothing where the scene is no dispute at all: stones without a liberty, a word that nothing reads.
  std::optional<Seen> judge(const Scene& scene);
  const Reading& reading() const { return reading_; }
  const Ruleset& rules() const { return *reading_.variant->ruleset; }

 private:
  Reading reading_;
  std::unique_ptr<Scripts> scripts_;
};

// In what two readings of a scene differ, and where.
struct Difference {
  Parting parting = Parting::asked;
  std::string where;  // the reason of a refusal, a pile
  std::string card;   // that was named last
  friend bool operator==(const Difference&, const Difference&) = default;
};
std::optional<Difference> difference(const Scene& scene, const Seen& a, const Seen& b);

// --- as a file
struct Wording {
  std::string title, ruling, reason, source;
};
// With what both readings say; `other`: nothing, where the other one is no setting of this variant.
std::string dispute_text(const Scene& scene, const Reading& reading, const Wording& words, const Seen& seen,
                         const Seen& unlike, const Settings& other);

}  // namespace gofuda::lab
