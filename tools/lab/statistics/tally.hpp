// What a batch of games adds up to. Only whole numbers, so that the sums are the same in whatever order they are made;
// everything a report says is worked out from them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "core/score.hpp"
#include "tools/lab/statistics/stats.hpp"

namespace gofuda::lab {

enum class GameResult : std::uint8_t { black, white, draw, fault, stopped };
std::string_view game_result_name(GameResult o);

// How often each seat has drawn a card, has played it (once for each that it has drawn), and could not play it; and
// what the plays of it that were measured did to the lead of who played it, in points.
struct CardUse {
  std::array<std::uint16_t, 2> drawn{}, played{}, unplayable{};
  std::uint16_t swings = 0;
  std::int32_t swing = 0;
  std::int64_t swing_squares = 0;
};

// What a question asks for: an ordinary stone; the points of a card; one of several words or cards.
enum class Choice : std::uint8_t { stone, card, word };
inline constexpr std::size_t kChoices = 3;
std::string_view choice_name(Choice c);

// How many answers a question had, as a bin of breadth.hpp.
struct Breadth {
  Choice choice;
  int bin;
};

// A card that was taken where others were offered as well.
struct CardTaken {
  CardId card;
  std::vector<CardId> left;  // each kind once
};

inline constexpr std::int64_t kMostMargin = Score::kMostMargin;  // thousandths of a point that a game is won by

// What stood in the way of a card, and so often.
struct CardObstacle {
  CardId card;
  std::string what;
  std::int64_t times;
};

struct GameRecord {
  std::uint64_t number = 0;
  Seat first = Seat::black;
  GameResult outcome = GameResult::draw;
  Ending ending = Ending::none;
  bool counted = false;
  int margin = 0;            // counted: Black's lead in thousandths of a point, with the rules' own komi
  std::uint32_t won_by = 0;  // a bit for each win condition met
  int turns = 0, moves = 0;
  std::array<int, 2> prisoners{};
  std::int64_t nanoseconds = 0;
  std::uint64_t course = 0;             // a hash of what was played, below kMostCourse
  std::vector<CardUse> cards;           // by CardId
  std::vector<Breadth> breadths;        // of the questions that were looked at
  std::vector<CardTaken> taken;         // by players that look ahead
  std::vector<CardObstacle> obstacles;  // of the cards that could not be played, where the game was looked at for it
  std::string fault, reproduction;      // what went wrong, and the game until then as a dispute file
};

// Of the games with a winner in which one side had more of a card: how many, and how many the side won that began.
struct Contrast {
  std::int64_t first_games = 0, first_wins = 0;    // the side that began had more
  std::int64_t second_games = 0, second_wins = 0;  // the other side had more
};

// Of the games with a winner in which both sides had a card, or neither.
struct Alike {
  std::int64_t games = 0, first_wins = 0;
};

// `only`: the other side not at all.
struct HolderTally {
  Contrast only, more;
  Alike both, neither;
};

struct CardTally {
  static constexpr std::size_t kMostObstacles = 30;
  static constexpr const char* kOtherObstacles = "other reasons";
  std::array<std::int64_t, 2> drawn{}, played{}, unplayable{};  // times, by seat
  // What stood in the way when it could not be played, of the games looked at; kMostObstacles, and the others together.
  std::map<std::string, std::int64_t> obstacles;
  HolderTally when_drawn, when_played;
  Moments swing;
};

// Questions of one kind: how many had so many answers, by bin. The logarithms of the bins, in 64ths of an octave, were
// added up game by game: squares of a game's sum, its sum times the number of its questions, squares of that number.
struct BreadthTally {
  Histogram bins;
  std::int64_t squares = 0, products = 0, numbers = 0;
};

struct FaultTally {
  std::int64_t games = 0;
  std::uint64_t first = 0;  // the number of the first one
};

// How many games are not the same as another: of those with the smallest hashes, how often each was played. As these
// are a sample of all different games, so is how often one was played on average.
class Courses {
 public:
  static constexpr std::uint64_t kMostCourse = std::uint64_t{1} << 63;
  static constexpr std::size_t kMostSampled = 256;
  struct Sampled {
    std::uint64_t course;
    std::int64_t games;
  };
  void add(std::uint64_t course, std::int64_t games);
  void add(const Courses& more);
  const std::vector<Sampled>& sample() const { return sample_; }
  bool all() const { return sample_.size() < kMostSampled; }  // no other game was played
  // Of so many games; to the whole number when all() is true.
  std::int64_t distinct(std::int64_t games) const;
  // How much so many games tell, where those that are the same as another tell nothing new: from 0 to 1.
  double telling(std::int64_t games) const;

 private:
  std::vector<Sampled> sample_;  // ascending
};

struct Tally {
  std::int64_t games = 0;
  std::int64_t black_wins = 0, white_wins = 0, draws = 0, faults = 0, stopped = 0;
  std::array<std::int64_t, 2> began{}, began_wins{}, began_draws{};  // games with a result, by the seat that began
  std::array<std::int64_t, kEndings> endings{};                      // by Ending
  std::array<std::int64_t, 2> prisoners{};
  std::int64_t nanoseconds = 0;
  Histogram margins, turns, moves;                      // margins: of counted games; the others: of games with a result
  std::array<Histogram, 2> captures;                    // by seat
  std::array<BreadthTally, kChoices> breadths;          // by Choice
  std::vector<std::array<std::int64_t, 2>> conditions;  // games in which a seat met it, by win condition
  std::int64_t conditions_in_draws = 0;
  std::vector<CardTally> cards;                   // by CardId
  Courses courses;                                // of games with a result
  std::map<std::string, FaultTally> fault_kinds;  // by what went wrong; kMostFaultKinds, the rest under kOtherFaults

  static constexpr std::size_t kMostFaultKinds = 50;
  static constexpr const char* kOtherFaults = "other faults";

  Tally(std::size_t win_conditions, std::size_t card_kinds) : conditions(win_conditions), cards(card_kinds) {}
  Tally() = default;
  std::int64_t ended() const { return black_wins + white_wins + draws; }
  double telling() const { return courses.telling(ended()); }
  std::int64_t worth(std::int64_t n) const;  // so many of n of the games with a result; at least one
  void add(const GameRecord& g);
  void add(const Tally& more);  // of other games; this is where the kinds of faults are limited
};

// Every sum with its name: f(name, number). For stores and for adding up.
template <class T, class F>
void for_each_sum(T& t, F&& f) {
  f("games", t.games), f("black_wins", t.black_wins), f("white_wins", t.white_wins), f("draws", t.draws);
  f("faults", t.faults), f("stopped", t.stopped), f("nanoseconds", t.nanoseconds);
  f("conditions_in_draws", t.conditions_in_draws);
  static constexpr const char* kBySeat[3][2] = {{"black_began", "white_began"},
                                                {"black_began_and_won", "white_began_and_won"},
                                                {"black_began_and_drew", "white_began_and_drew"}};
  for (int s = 0; s < 2; ++s) {
    f(kBySeat[0][s], t.began[s]), f(kBySeat[1][s], t.began_wins[s]), f(kBySeat[2][s], t.began_draws[s]);
    f(s ? "white_captures" : "black_captures", t.prisoners[s]);
  }
  static constexpr const char* kNames[kEndings] = {"unfinished", "by_passes", "by_win",
                                                   "by_draw",    "exhausted", "without_result"};
  for (std::size_t e = 0; e < kEndings; ++e) f(kNames[e], t.endings[e]);
  static constexpr const char* kBreadths[kChoices][3] = {{"stone_squares", "stone_products", "stone_numbers"},
                                                         {"card_squares", "card_products", "card_numbers"},
                                                         {"word_squares", "word_products", "word_numbers"}};
  for (std::size_t c = 0; c < kChoices; ++c)
    f(kBreadths[c][0], t.breadths[c].squares), f(kBreadths[c][1], t.breadths[c].products),
        f(kBreadths[c][2], t.breadths[c].numbers);
}
// Every histogram with its name: f(name, histogram).
template <class T, class F>
void for_each_histogram(T& t, F&& f) {
  f("margin", t.margins), f("turns", t.turns), f("moves", t.moves);
  f("black_captures", t.captures[0]), f("white_captures", t.captures[1]);
  f("stone_answers", t.breadths[0].bins), f("card_answers", t.breadths[1].bins), f("word_answers", t.breadths[2].bins);
}
template <class T, class F>
void for_each_card_sum(T& c, F&& f) {
  f("drawn_black", c.drawn[0]), f("drawn_white", c.drawn[1]), f("played_black", c.played[0]);
  f("played_white", c.played[1]), f("unplayable_black", c.unplayable[0]), f("unplayable_white", c.unplayable[1]);
  auto contrast = [&](const std::string& name, auto& x) {
    f(name + "_first_games", x.first_games), f(name + "_first_wins", x.first_wins);
    f(name + "_second_games", x.second_games), f(name + "_second_wins", x.second_wins);
  };
  auto holder = [&](const std::string& name, auto& h) {
    contrast(name + "_only", h.only), contrast(name + "_more", h.more);
    f(name + "_both_games", h.both.games), f(name + "_both_first_wins", h.both.first_wins);
    f(name + "_neither_games", h.neither.games), f(name + "_neither_first_wins", h.neither.first_wins);
  };
  holder("drawn", c.when_drawn), holder("played", c.when_played);
  f("swings", c.swing.n), f("swing", c.swing.sum), f("swing_squares", c.swing.squares);
}

}  // namespace gofuda::lab
