// What a position counts beside its stones: tokens that the seats hold, points given for the count, marks on points.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/hash.hpp"
#include "core/point.hpp"

namespace gofuda {

// The names that the files of a game declare; a position goes by their numbers.
struct TallyNames {
  static constexpr std::size_t kMost = 16;  // of each
  struct Token {
    std::string name;
    int at_start = 0;  // each seat holds so many
    friend bool operator==(const Token&, const Token&) = default;
  };
  std::vector<Token> tokens;
  std::vector<std::string> marks;
  int token(std::string_view name) const;  // -1 when there is none
  int mark(std::string_view name) const;
  friend bool operator==(const TallyNames&, const TallyNames&) = default;
};

struct TallyChange {
  enum Kind : std::uint8_t { tokens, points, marked, unmarked };
  Kind kind = tokens;
  std::uint8_t name = 0;    // tokens, marked, unmarked: its number
  Seat seat = Seat::black;  // tokens, points: whose
  int by = 0;               // tokens: so many more; points: so many half points more
  PointSet area;            // marked, unmarked: points that were not marked, or were
  std::uint32_t move = 0;   // of which it is part, an index into Position::moves
  TallyChange taken_back() const;
  friend bool operator==(const TallyChange&, const TallyChange&) = default;
};

struct Tally {
  static constexpr int kMostTokens = 1'000'000;  // of one name; and as many points for the count, either way
  std::vector<std::array<int, 2>> held;          // tokens by name and seat; none of the last name are all zero
  std::vector<PointSet> marks;                   // by name; the last is not empty
  std::array<int, 2> points2{};                  // half points that cards have given each seat for the count
  std::vector<TallyChange> changes;              // by moves, in their order

  int tokens(int name, Seat seat) const;
  PointSet marked(int name) const;
  // Carries a change out, as far as it goes: no seat holds fewer tokens than none. What has become of it.
  TallyChange apply(const TallyChange& change);
  bool tallied_since(std::size_t first_move) const;  // has a move from that number on changed anything here?
  void add_to(Hash& h) const;
  void hide_from(Seat) {}  // all of it is open
  friend bool operator==(const Tally&, const Tally&) = default;
};

// What is wrong with a number of points that a file or a script gives; nullptr for whole and half ones in bounds.
const char* wrong_points(double n);

// At the start of a game.
Tally first_tally(const TallyNames& names);

}  // namespace gofuda
