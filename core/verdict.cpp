#include "core/verdict.hpp"

namespace gofuda {

// In the order of the enumeration.
const std::array<ReasonText, 18> kReasons{{
    {Reason::legal, "legal", "The play is legal."},
    {Reason::off_board, "off-board", "The point does not exist on this board."},
    {Reason::occupied, "occupied", "A stone would be set on a point that is not empty."},
    {Reason::not_a_stone, "not-a-stone", "There is no stone on the point."},
    {Reason::suicide, "suicide", "The stones would be left without a liberty."},
    {Reason::ko, "ko", "The stone would retake the ko at once."},
    {Reason::superko, "superko", "The play would repeat an earlier position."},
    {Reason::wrong_count, "wrong-count", "Too few or too many points were named."},
    {Reason::repeated_point, "repeated-point", "One point is named twice."},
    {Reason::not_a_candidate, "not-a-candidate", "The point is not among those that may be chosen."},
    {Reason::not_a_placement, "not-a-placement", "The points are not the shape in any allowed orientation."},
    {Reason::not_an_option, "not-an-option", "The choice is none of those offered."},
    {Reason::unplayable, "unplayable", "The card cannot take effect."},
    {Reason::refused, "refused", "The card refuses the play."},
    {Reason::opening, "opening", "The opening rule keeps this stone off the point."},
    {Reason::no_stones, "no-stones", "The side has no stones left."},
    {Reason::restricted, "restricted", "The side may set no stone on the point for now."},
    {Reason::game_over, "game-over", "The game has ended."},
}};

std::string_view reason_code(Reason r) { return kReasons[static_cast<int>(r)].code; }
std::string_view reason_sentence(Reason r) { return kReasons[static_cast<int>(r)].sentence; }

std::string to_string(const Verdict& v) {
  std::string text(reason_code(v.reason));
  if (!v.points.empty()) text += " at " + to_string(v.points);
  if (!v.detail.empty()) return text += ": " + v.detail;
  return v.reason == Reason::legal ? text : text += ": " + std::string(reason_sentence(v.reason));
}

}  // namespace gofuda
