#include "core/notation/tally_text.hpp"

#include <cstdlib>

namespace gofuda {

std::string change_text(const TallyNames& names, const TallyChange& change) {
  const std::string who(seat_name(change.seat));
  switch (change.kind) {
    case TallyChange::tokens:
      return who + (change.by < 0 ? " pays " : " gains ") + std::to_string(std::abs(change.by)) + " " +
             names.tokens[change.name].name;
    case TallyChange::points:
      return who + " scores " + signed_points_text(kHalfPoint * change.by);
    case TallyChange::marked:
      return "marks " + names.marks[change.name] + " " + to_string(change.area);
    case TallyChange::unmarked:
      break;
  }
  return "unmarks " + names.marks[change.name] + " " + to_string(change.area);
}

std::vector<std::string> tally_facts(const TallyNames& names, const Tally& tally, Seat seat) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < names.tokens.size(); ++i)
    out.push_back(std::to_string(tally.tokens(static_cast<int>(i), seat)) + " " + names.tokens[i].name);
  if (const int twice = tally.points2[static_cast<std::size_t>(index(seat))]; twice != 0)
    out.push_back(signed_points_text(kHalfPoint * twice) + " points");
  return out;
}

std::vector<std::string> marks_lines(const TallyNames& names, const Tally& tally) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < names.marks.size(); ++i)
    if (const PointSet area = tally.marked(static_cast<int>(i)); !area.empty())
      out.push_back(names.marks[i] + " " + to_string(area));
  return out;
}

std::string start_text(const Ruleset& rules, const Board& board, const Tally& tally) {
  const auto of_side = [](Seat seat) { return "  " + std::string(seat_name(seat)) + ": "; };
  const PointSet walls = walls_of(rules.grid, board);
  std::string out = walls.empty() ? "" : "walls: " + to_string(walls) + "\n";
  const TallyNames& names = rules.names;
  if (tally.held != first_tally(names).held) {
    out += "tokens:\n";
    for (Seat seat : {Seat::black, Seat::white}) {
      std::string inside;
      for (std::size_t i = 0; i < names.tokens.size(); ++i)
        inside +=
            (i ? ", " : "") + names.tokens[i].name + ": " + std::to_string(tally.tokens(static_cast<int>(i), seat));
      out += of_side(seat) + "{ " + inside + " }\n";
    }
  }
  std::string marks;
  for (std::size_t i = 0; i < names.marks.size(); ++i)
    if (const PointSet area = tally.marked(static_cast<int>(i)); !area.empty())
      marks += "  " + names.marks[i] + ": " + to_string(area) + "\n";
  if (!marks.empty()) out += "marks:\n" + marks;
  if (tally.points2 == std::array<int, 2>{}) return out;
  out += "scored:\n";
  for (Seat seat : {Seat::black, Seat::white})
    out += of_side(seat) + points_text(kHalfPoint * tally.points2[static_cast<std::size_t>(index(seat))]) + "\n";
  return out;
}

}  // namespace gofuda
