// A strategy written down line by line, so that a reader who knows the rules alone can see that it does what it claims.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ruleset.hpp"

namespace gofuda::tools {

struct ProofReply {
  Point answer = kNoPoint;  // of the other side
  std::uint32_t next = 0;
  std::uint32_t turn = 0;  // > 0: the line is of the board as Proof::turns, from 1, leads it there
  friend bool operator==(const ProofReply&, const ProofReply&) = default;
};

// What the side does in its turn, and with which line it goes on after each answer. A line may serve many positions.
struct ProofLine {
  Point move = kNoPoint;  // kNoPoint: the other side is to move, and a claim begins here
  std::vector<ProofReply> replies;
  std::optional<std::uint32_t> rest;  // after any answer that is not named
  bool paired = false;                // from here on it answers each stone on the other point of its pair
  std::vector<std::array<Point, 2>> pairs;
  int place = 0;  // line of the file; 0: it was not read from one
  friend bool operator==(const ProofLine&, const ProofLine&) = default;
};

struct ProofClaim {
  Seat side;
  bool wins;  // otherwise: does not lose
  std::uint32_t first;
  int place = 0;
};

// Which rules it is about.
struct ProofHead {
  std::string variant;
  std::vector<std::pair<std::string, std::string>> settings;
  std::string rules;  // as rules_digest says it
  std::vector<int> setting_places;
  int variant_place = 0, rules_place = 0;
};

// A board turned or mirrored: where each point of the line's board is on the board that is played on.
struct ProofTurn {
  std::vector<Point> image;  // of the points in the grid's order
  int place = 0;
};

struct Proof : ProofHead {
  std::array<PointSet, 2> stones;  // of the position, by seat
  Seat to_move = Seat::black;
  std::vector<ProofTurn> turns;
  std::vector<ProofLine> lines;  // each goes on with earlier ones alone, so that none leads back to itself
  std::vector<ProofClaim> claims;
};

// All that a game of patterns depends on, as text: points, stones, opening rules and patterns, in an order that does
// not depend on how the files say it. And FNV-1a of it in 16 digits.
std::string rules_text(const Ruleset& rules);
std::string digest(std::string_view text);
std::string rules_digest(const Ruleset& rules);

struct ProofMistake {
  int line = 0, column = 0;
  std::string code, message;
};

inline constexpr std::size_t kMostProof = std::size_t{256} << 20;  // bytes of a file
inline constexpr int kMostProofPoints = 64;                        // of a board
inline constexpr std::size_t kMostSymmetries = 512;                // of a board of 8x8 that goes round in both ways

std::string proof_text(const Proof& proof);
// Each gives the first thing that is wrong with the form. Whether the lines do what is claimed is not looked at.
std::optional<ProofMistake> read_proof_head(std::string_view text, ProofHead& out);
std::optional<ProofMistake> read_proof(std::string_view text, const Ruleset& rules, Proof& out);

}  // namespace gofuda::tools
