// The tree of points of a search in games of plain stones, and its random games.
//
// A node holds, for each point of the board and for the pass, how often it was tried and won, and how often it was
// played later on by the same side: rows of numbers, so that a choice among them and what a game teaches are a few wide
// operations.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/playout.hpp"
#include "core/ruleset.hpp"
#include "tools/players/endings.hpp"
#include "tools/players/stone_games.hpp"
#include "tools/players/stone_knowledge.hpp"

namespace gofuda::tools {

struct StoneState {
  Board board;
  Colour to_move = Colour::black;
  int passes = 0;
  Point last = kNoPoint;
};

class StoneTree {
 public:
  explicit StoneTree(const Ruleset& rules);
  struct Choice {
    Point point;  // kNoPoint: a pass
    float visits, mean;
    float played;  // of the visits, those that are no guess of the beginning
  };

  void clear() { nodes_ = 0; }
  // Forgets all, and from here on keeps how the games below each choice at the root end; or keeps it no longer.
  void watch();
  void look_away() { watching_ = false; }
  const Leads& leads(Point first) const { return leads_[place_[first]]; }
  const Owners& owners() const { return owners_; }
  double prior(Point first) const;  // of that choice, as a part of all of them
  // To the node after a move at the root, kNoPoint a pass; all that is not below it is forgotten. What is not in the
  // tree leaves it empty.
  void follow(Point move);
  void iterate(const StoneState& root, Random& random);  // one more game
  std::vector<Choice> choices() const;                   // at the root, the most visited first
  std::vector<Point> line(Point first) const;            // the most visited way on from that choice, which it begins
  struct Lead {
    float visits = 0, mean = 0, second = 0;  // of the first, and the visits of the next
  };
  Lead lead() const;
  std::size_t size() const { return nodes_; }

 private:
  using Node = std::uint32_t;
  static constexpr Node kNone = 0xffffffff;
  struct PathNode {
    Node node;
    int move;
  };
  float* row(Node n, int which) {
    return numbers_.data() + (static_cast<std::size_t>(n) * kRows + static_cast<std::size_t>(which)) * width_;
  }
  const float* row(Node n, int which) const { return const_cast<StoneTree*>(this)->row(n, which); }
  Node& below(Node n, int move) { return below_[n * width_ + static_cast<std::size_t>(move)]; }
  Node expand(const StoneState& s);
  int select(Node n) const;
  bool play(StoneState& s, int move) const;  // whether the game is over
  int play_out(const StoneState& root, StoneState& leaf, Random& random);
  int play_quickly(StoneState& leaf, Random& random);
  int play_carefully(const StoneState& root, Colour to_move, Random& random);
  void begin_at(const Board& root);
  void note_first(Colour root, Colour leaf);
  void learn(Colour root, bool black_won);
  void note_ending(const StoneState& leaf, int margin, bool over);

  // tried, won; played later, and won then
  static constexpr int kVisits = 0, kWins = 1, kLater = 2, kLaterWins = 3, kRows = 4;
  static constexpr int kLanes = 8;

  const Ruleset& rules_;
  Playout playout_;   // of boards that are not plain
  StoneGames games_;  // of those that are
  std::optional<Board> root_;
  StoneBoard root_stones_, stones_;  // at the root, and in a random game: on plain boards
  StoneKnowledge knowledge_;
  std::size_t width_;                        // a row: the points, the pass, and room up to a multiple of kLanes
  int pass_;                                 // the pass's place in a row
  std::vector<Point> points_;                // by place
  std::array<std::uint16_t, kCells> place_;  // by point
  Node nodes_ = 0, most_nodes_;
  bool watching_ = false;
  std::vector<Leads> leads_;  // by place, of the choices at the root
  std::vector<float> known_;  // by place: the games won that the root's choices began with
  Owners owners_;
  std::vector<float> numbers_;  // kRows rows a node
  std::vector<Node> below_;     // a row a node
  std::vector<std::uint8_t> prior_games_;
  std::vector<PathNode> path_;
  std::vector<Point> answered_, played_;   // below the tree: at first, and then
  std::vector<std::uint8_t> first_;        // by place: who first set a stone there, in the tree or below; a Colour
  std::array<std::vector<float>, 2> own_;  // by side and place: 1 where that side was first
};

}  // namespace gofuda::tools
