// The outcome of judging something a player did: legal, or refused for a reason, with the points concerned.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "core/point.hpp"

namespace gofuda {

enum class Reason : std::uint8_t {
  legal,
  off_board,        // the point does not exist on this board
  occupied,         // a stone would be set on a point that is not empty
  not_a_stone,      // a removal or recolouring names an empty point
  suicide,          // a chain of the stones set is left without a liberty after captures
  ko,               // the stone retakes a single stone that has just taken one
  superko,          // the whole board (and, in situational superko, the side to move) would repeat
  wrong_count,      // too few or too many points
  repeated_point,   // one point is named twice
  not_a_candidate,  // the point exists but is not among those that may be chosen
  not_a_placement,  // the points are not the shape in any allowed orientation
  not_an_option,    // the choice is none of those offered
  unplayable,       // the card cannot take effect at all
  refused,          // a script refused, in its own words
  opening,          // the opening rule closes the point to this stone
  no_stones,        // the side has no stones left to set
  restricted,       // a card keeps this side off the point for now
  game_over,        // nothing may be played any more
};

// One table for parsing, printing, schema and docs: the code as files write it and a sentence for people.
struct ReasonText {
  Reason reason;
  std::string_view code;
  std::string_view sentence;
};
extern const std::array<ReasonText, 18> kReasons;
std::string_view reason_code(Reason r);
std::string_view reason_sentence(Reason r);

struct [[nodiscard]] Verdict {
  Reason reason = Reason::legal;
  PointSet points;     // the points concerned; empty when legal
  std::string detail;  // a script's own words, or the card's name; may be empty

  explicit operator bool() const { return reason == Reason::legal; }
  static Verdict ok() { return {}; }
  static Verdict no(Reason r, const PointSet& points = {}, std::string detail = {}) {
    return {r, points, std::move(detail)};
  }
};

std::string to_string(const Verdict& v);  // "suicide at B1: ..."

}  // namespace gofuda
